import type { UseQueryResult } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { combineQueries } from "./combine-queries.ts";

const createQueryInState = (state: { data?: string; error?: Error; isFetching?: boolean }) => {
  const refetch = vi.fn();
  return { refetch, data: undefined, error: null, isFetching: false, ...state };
};
const combineWithNames = (...queries: ReturnType<typeof createQueryInState>[]) =>
  combineQueries(queries as unknown as UseQueryResult[]);

test("the data is available once every query has its data", () => {
  const [firstQuery, secondQuery] = [
    createQueryInState({ data: "one" }),
    createQueryInState({ data: "two" }),
  ];
  expect(combineWithNames(firstQuery, secondQuery).data).toEqual(["one", "two"]);
  expect(combineWithNames(firstQuery, createQueryInState({ isFetching: true }))).toMatchObject({
    data: undefined,
    error: null,
  });
});

test("loaded data stays after a failed refetch, together with the error", () => {
  const error = new Error("away");
  expect(
    combineWithNames(createQueryInState({ data: "old", error }), createQueryInState({ data: "new" })),
  ).toMatchObject({
    data: ["old", "new"],
    error,
  });
});

test("a retry refetches only the failed queries", () => {
  const [loadedQuery, failedQuery, loadingQuery] = [
    createQueryInState({ data: "one" }),
    createQueryInState({ error: new Error("away") }),
    createQueryInState({ isFetching: true }),
  ];
  const combinedQuery = combineWithNames(loadedQuery, failedQuery, loadingQuery);
  expect(combinedQuery).toMatchObject({ data: undefined, error: failedQuery.error });
  combinedQuery.refetch();
  expect([loadedQuery, failedQuery, loadingQuery].map(({ refetch }) => refetch.mock.calls.length)).toEqual([
    0, 1, 0,
  ]);
});
