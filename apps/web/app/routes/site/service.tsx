import { asGuest } from "../../features/site/guest.ts";
import { ServicePage } from "../../features/site/service.tsx";
import type { Route } from "./+types/service.ts";

export function loader(given: Route.LoaderArgs) {
  asGuest(given);
  return null;
}

export default ServicePage;
