import type { UseQueryResult } from "@tanstack/react-query";

type QueryData<R extends readonly UseQueryResult[]> = {
  [K in keyof R]: R[K] extends UseQueryResult<infer Data> ? Data : never;
};

/** Combines queries that are shown together: all their data and errors. A retry refetches only the failed queries. */
export function combineQueries<const R extends readonly UseQueryResult[]>(queries: R) {
  const failedQueries = queries.filter(({ error }) => error !== null);
  return {
    data: queries.every(({ data }) => data !== undefined)
      ? (queries.map(({ data }) => data) as QueryData<R>)
      : undefined,
    error: failedQueries[0]?.error ?? null,
    isFetching: failedQueries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of failedQueries) void refetch();
    },
  };
}
