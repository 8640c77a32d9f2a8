import type { UseQueryResult } from "@tanstack/react-query";

type DataOf<R extends readonly UseQueryResult[]> = {
  [K in keyof R]: R[K] extends UseQueryResult<infer Data> ? Data : never;
};

/** Queries whose answers are only shown together: everybody's data, or what failed; trying again asks those alone. */
export function together<const R extends readonly UseQueryResult[]>(queries: R) {
  const missing = queries.filter(({ data }) => data === undefined);
  return {
    data: missing.length === 0 ? (queries.map(({ data }) => data) as DataOf<R>) : undefined,
    error: missing.find(({ error }) => error !== null)?.error ?? null,
    isFetching: missing.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { error, refetch } of missing) if (error !== null) void refetch();
    },
  };
}
