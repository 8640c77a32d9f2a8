import type { InfiniteData } from "@tanstack/react-query";

/** Returns all loaded rows as one list. Use it as `select` of an infinite query. */
export function rowsOfPages<T>({ pages }: InfiniteData<{ readonly data: readonly T[] }, unknown>): T[] {
  return pages.flatMap(({ data }) => data);
}
