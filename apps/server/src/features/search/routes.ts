import { search as endpoint, searchPeople } from "@kakehashi/contract/search";
import type { Route } from "../../kit/http/route.ts";
import type { Search } from "./service.ts";

export function searchRoutes(route: Route, search: Search): void {
  route(endpoint, ({ actor }, { query }) => search.search(actor.userId, query));
  route(searchPeople, ({ actor }, { query }) => search.searchPeople(actor.userId, query));
}
