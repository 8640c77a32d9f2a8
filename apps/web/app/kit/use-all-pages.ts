import { useEffect } from "react";

interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** If `isWanted`, loads all missing pages of a list, one after the other. Stops at an error. */
export function useAllPages(
  { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: PagedQuery,
  isWanted: boolean,
): void {
  const isNextMissing = isWanted && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isNextMissing) void fetchNextPage();
  }, [isNextMissing, fetchNextPage]);
}
