import { useEffect } from "react";

interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** If `shouldLoadAll`, loads all missing pages of a list, one after the other. Stops at an error. */
export function useAllPages(
  { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: PagedQuery,
  shouldLoadAll: boolean,
): void {
  const shouldLoadNext = shouldLoadAll && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (shouldLoadNext) void fetchNextPage();
  }, [shouldLoadNext, fetchNextPage]);
}
