import { useEffect } from "react";

interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

/** While it is wanted, loads the pages that are still missing, one after another. It stops at an error. */
export function useAllPages(
  { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: Paged,
  isWanted: boolean,
): void {
  const isNextMissing = isWanted && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isNextMissing) void fetchNextPage();
  }, [isNextMissing, fetchNextPage]);
}
