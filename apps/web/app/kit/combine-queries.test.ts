import type { UseQueryResult } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { combineQueries } from "./combine-queries.ts";

const query = (state: { data?: string; error?: Error; isFetching?: boolean }) => {
  const refetch = vi.fn();
  return { refetch, data: undefined, error: null, isFetching: false, ...state };
};
const combineNamed = (...queries: ReturnType<typeof query>[]) =>
  combineQueries(queries as unknown as UseQueryResult[]);

test("the data is available once every query has its data", () => {
  const [first, second] = [query({ data: "one" }), query({ data: "two" })];
  expect(combineNamed(first, second).data).toEqual(["one", "two"]);
  expect(combineNamed(first, query({ isFetching: true }))).toMatchObject({
    data: undefined,
    error: null,
  });
});

test("loaded data stays after a failed refetch, together with the error", () => {
  const error = new Error("away");
  expect(combineNamed(query({ data: "old", error }), query({ data: "new" }))).toMatchObject({
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
  const combinedQuery = combineNamed(loadedQuery, failed, loadingQuery);
  expect(combinedQuery).toMatchObject({ data: undefined, error: failed.error });
  combinedQuery.refetch();
  expect([loadedQuery, failed, loadingQuery].map(({ refetch }) => refetch.mock.calls.length)).toEqual([
    0, 1, 0,
  ]);
});
