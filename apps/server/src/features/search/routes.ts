import { searchEverything as endpoint, searchPeople } from "@kakehashi/contract/search";
import type { DefineRoute } from "../../kit/http/route.ts";
import { withRoutes } from "../../kit/http/with-routes.ts";
import { createSearch, type Search, type SearchDependencies } from "./service.ts";

export function defineSearchRoutes(route: DefineRoute, search: Search): void {
  route(endpoint, ({ actor, language }, { query }) => search.search(actor.userId, query, language));
  route(searchPeople, ({ actor }, { query }) => search.searchPeople(actor.userId, query));
}

/** Creates the service of this feature and registers its API routes. */
export const createSearchFeature = (dependencies: SearchDependencies) =>
  withRoutes(createSearch(dependencies), ({ route }, search) => {
    defineSearchRoutes(route, search);
  });
