import type { Query, QueryFilters } from "@tanstack/react-query";
import { queryClient } from "./query.ts";

/** Whether the query's present or last fetch is one of a next page. */
const isOfNextPage = ({ state }: Query) => Boolean(state.fetchMeta?.fetchMore);

/**
 * Refetches what the filter finds. A refetch and a press on "Show more" would each cancel the other: here a list that is
 * loading its next page gets it first, and is then refetched with all its pages.
 */
export async function refetchLists(filter: QueryFilters): Promise<void> {
  await Promise.all(queryClient().getQueryCache().findAll(filter).map(refetchWhole));
}

async function refetchWhole(query: Query): Promise<void> {
  do {
    while (query.state.fetchStatus !== "idle" && isOfNextPage(query))
      await query.fetch().catch(() => undefined);
    await queryClient().invalidateQueries({ queryKey: query.queryKey, exact: true });
    // A press that came during the refetch took its place.
  } while (query.isActive() && isOfNextPage(query));
}
