import type { UseQueryResult } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { combineQueries } from "./combine-queries.ts";

const queryInState = (state: { data?: string; error?: Error; isFetching?: boolean }) => {
  const refetch = vi.fn();
  return { refetch, data: undefined, error: null, isFetching: false, ...state };
};
const combineNamed = (...queries: ReturnType<typeof queryInState>[]) =>
  combineQueries(queries as unknown as UseQueryResult[]);

test("the data is available once every query has its data", () => {
  const [first, second] = [queryInState({ data: "one" }), queryInState({ data: "two" })];
  expect(combineNamed(first, second).data).toEqual(["one", "two"]);
  expect(combineNamed(first, queryInState({ isFetching: true }))).toMatchObject({
    data: undefined,
    error: null,
  });
});

test("loaded data stays after a failed refetch, together with the error", () => {
  const error = new Error("away");
  expect(combineNamed(queryInState({ data: "old", error }), queryInState({ data: "new" }))).toMatchObject({
    data: ["old", "new"],
    error,
  });
});

test("a retry refetches only the failed queries", () => {
  const [loadedQuery, failedQuery, loadingQuery] = [
    queryInState({ data: "one" }),
    queryInState({ error: new Error("away") }),
    queryInState({ isFetching: true }),
  ];
  const combinedQuery = combineNamed(loadedQuery, failedQuery, loadingQuery);
  expect(combinedQuery).toMatchObject({ data: undefined, error: failedQuery.error });
  combinedQuery.refetch();
  expect([loadedQuery, failedQuery, loadingQuery].map(({ refetch }) => refetch.mock.calls.length)).toEqual([
    0, 1, 0,
  ]);
});
