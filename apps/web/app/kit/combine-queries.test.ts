import type { UseQueryResult } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { combineQueries } from "./combine-queries.ts";

const query = (state: { data?: string; error?: Error; isFetching?: boolean }) => {
  const refetch = vi.fn();
  return { refetch, data: undefined, error: null, isFetching: false, ...state };
};
const combine = (...queries: ReturnType<typeof query>[]) =>
  combineQueries(queries as unknown as UseQueryResult[]);

test("the data is available once every query has its data", () => {
  const [first, second] = [query({ data: "one" }), query({ data: "two" })];
  expect(combine(first, second).data).toEqual(["one", "two"]);
  expect(combine(first, query({ isFetching: true }))).toMatchObject({
    data: undefined,
    error: null,
  });
});

test("loaded data stays after a failed refetch, together with the error", () => {
  const error = new Error("away");
  expect(combine(query({ data: "old", error }), query({ data: "new" }))).toMatchObject({
    data: ["old", "new"],
    error,
  });
});

test("a retry refetches only the failed queries", () => {
  const [loadedQuery, failed, loadingQuery] = [
    query({ data: "one" }),
    query({ error: new Error("away") }),
    query({ isFetching: true }),
  ];
  const combined = combine(loadedQuery, failed, loadingQuery);
  expect(combined).toMatchObject({ data: undefined, error: failed.error });
  combined.refetch();
  expect([loadedQuery, failed, loadingQuery].map(({ refetch }) => refetch.mock.calls.length)).toEqual([
    0, 1, 0,
  ]);
});
