import { type Query, QueryClient, type QueryFilters } from "@tanstack/react-query";
import { toastError } from "./toast.ts";

let client: QueryClient | undefined;

/** The `onError` of a mutation whose page shows the error itself. It prevents the default toast. */
export const errorIsShownByForm = (): void => undefined;

/**
 * The query cache. The browser has one for the page. The server creates one for each request, because people
 * must not share it.
 */
export function queryClient(): QueryClient {
  if (typeof document === "undefined") return new QueryClient();
  client ??= new QueryClient({
    defaultOptions: {
      queries: {
        // `navigator.onLine` is unreliable, so send requests even if it says that the browser is offline.
        networkMode: "always",
        // React Query need not retry, because `call` already retries and live events keep the data up to date.
        retry: false,
        staleTime: 60_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
      },
      // A form that shows errors itself passes its own `onError`.
      mutations: { networkMode: "always", onError: toastError },
    },
  });
  return client;
}

/** Whether the query's present or last fetch loads a further page of the list. */
const isFetchOfNextPage = ({ state }: Query) => state.fetchMeta?.fetchMore;

/**
 * Whether a refetch must wait until the query's running fetch has finished. A refetch would cancel the fetch of a next
 * page. During the first load the library ignores a refetch, although the server may have answered before the change.
 */
const mustFinishBeforeRefetch = (query: Query) =>
  query.state.fetchStatus !== "idle" && (isFetchOfNextPage(query) || query.state.data === undefined);

/**
 * Refetches the lists that match the filter. A refetch and a press on "Show more" would cancel each other. So a list
 * that is loading its next page, or loads for the first time, finishes that first. It is then refetched with all its
 * pages.
 */
export async function refetchLists(filter: QueryFilters): Promise<void> {
  const refetchAllPages = async (query: Query) => {
    do {
      while (mustFinishBeforeRefetch(query)) await query.fetch().catch(() => {});
      await queryClient().invalidateQueries({ queryKey: query.queryKey, exact: true });
      // If the reader pressed "Show more" during the refetch, the new page has cancelled the refetch. So repeat it.
    } while (query.isActive() && isFetchOfNextPage(query));
  };
  await Promise.all(queryClient().getQueryCache().findAll(filter).map(refetchAllPages));
}
