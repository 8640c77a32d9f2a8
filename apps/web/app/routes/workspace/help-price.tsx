import { listPublicPricePlans } from "@kakehashi/contract/plans";
import { useQuery } from "@tanstack/react-query";
import { PricePage } from "../../features/site/price.tsx";
import { useSite } from "../../features/site/use-site.ts";
import { call } from "../../kit/api.ts";
import { HelpPageForQuery } from "./help-loaded.tsx";

export default function HelpPrice() {
  const { language } = useSite();
  const query = useQuery({
    queryKey: ["help", "plans", language],
    queryFn: async ({ signal }) => (await call(listPublicPricePlans, { query: { language }, signal })).data,
  });
  return <HelpPageForQuery query={query}>{(plans) => <PricePage plans={plans} />}</HelpPageForQuery>;
}
