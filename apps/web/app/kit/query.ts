import { type Query, QueryClient, type QueryFilters } from "@tanstack/react-query";
import { toastError } from "./toast.ts";

let sharedClient: QueryClient | undefined;

/**
 * The `onError` of a mutation whose page shows the error itself. It replaces the default `onError`, which shows a
 * toast.
 */
export const ignoreErrorShownByForm = (): void => undefined;

/**
 * The query cache. The browser has one for the page. The server creates one for each request, because people must not
 * see each other's data.
 */
export function getQueryClient(): QueryClient {
  if (typeof document === "undefined") return new QueryClient();
  sharedClient ??= new QueryClient({
    defaultOptions: {
      queries: {
        // Send requests even if `navigator.onLine` is false, because it is unreliable.
        networkMode: "always",
        // React Query must not retry: `call` already retries, and live events keep the data up to date.
        retry: false,
        staleTime: 60_000,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
      },
      // A mutation whose form shows the error has its own `onError`.
      mutations: { networkMode: "always", onError: toastError },
    },
  });
  return sharedClient;
}

/** Whether the query's latest fetch, running or finished, loads a next page of the list. */
const isFetchOfNextPage = ({ state }: Query) => state.fetchMeta?.fetchMore;

/**
 * Whether a refetch must wait for the query's running fetch. A refetch would cancel the loading of a next page. During
 * the first load, React Query would ignore the refetch, although the response of that load may be older than the
 * change.
 */
const mustFinishBeforeRefetch = (query: Query) =>
  query.state.fetchStatus !== "idle" && (isFetchOfNextPage(query) || query.state.data === undefined);

/**
 * Refetches the lists that match the filter. A refetch and “Show more” would cancel each other. So the refetch waits
 * while a list is loading for the first time or is loading its next page. It then fetches all loaded pages again.
 */
export async function refetchLists(filter: QueryFilters): Promise<void> {
  const refetchAllPages = async (query: Query) => {
    do {
      while (mustFinishBeforeRefetch(query)) await query.fetch().catch(() => {});
      await getQueryClient().invalidateQueries({ queryKey: query.queryKey, exact: true });
      // “Show more” was pressed during the refetch and has cancelled it. So refetch again.
    } while (query.isActive() && isFetchOfNextPage(query));
  };
  await Promise.all(getQueryClient().getQueryCache().findAll(filter).map(refetchAllPages));
}
