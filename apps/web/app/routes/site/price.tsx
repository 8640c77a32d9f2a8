import { asGuest } from "../../features/site/guest.ts";
import { PricePage } from "../../features/site/price.tsx";
import type { Route } from "./+types/price.ts";

export function loader(given: Route.LoaderArgs) {
  asGuest(given);
  return null;
}

export default PricePage;
