import type { InfiniteData } from "@tanstack/react-query";

/** The rows of all pages that are loaded, as one list: for the `select` of an infinite query. */
export function rowsOf<T>({ pages }: InfiniteData<{ readonly data: readonly T[] }, unknown>): T[] {
  return pages.flatMap(({ data }) => data);
}
