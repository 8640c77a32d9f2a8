import { listPublicPricePlans } from "@kakehashi/contract/plans";
import { getDataOrThrow, getPageVisit, siteLanguageOf } from "../../features/site/load.ts";
import { PricePage } from "../../features/site/price.tsx";
import type { Route } from "./+types/price.ts";

export async function loader(loaderArgs: Route.LoaderArgs) {
  const visit = getPageVisit(loaderArgs);
  return {
    plans: getDataOrThrow(
      await visit.call(listPublicPricePlans, { query: { language: siteLanguageOf(visit) } }),
    ),
  };
}

export default function PriceRoute({ loaderData }: Route.ComponentProps) {
  return <PricePage plans={loaderData.plans} />;
}
