import type { InfiniteData } from "@tanstack/react-query";

/** Joins the loaded pages into one list. Pass it as `select` to an infinite query. */
export function rowsOfPages<T>({ pages }: InfiniteData<{ readonly data: readonly T[] }, unknown>): T[] {
  return pages.flatMap(({ data }) => data);
}
