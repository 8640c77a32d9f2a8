import type { UseQueryResult } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { together } from "./together.ts";

const query = (state: { data?: string; error?: Error; isFetching?: boolean }) => {
  const refetch = vi.fn();
  return { refetch, data: undefined, error: null, isFetching: false, ...state };
};
const of = (...queries: ReturnType<typeof query>[]) => together(queries as unknown as UseQueryResult[]);

test("data is there once all of it is", () => {
  const [one, two] = [query({ data: "one" }), query({ data: "two" })];
  expect(of(one, two).data).toEqual(["one", "two"]);
  expect(of(one, query({ isFetching: true }))).toMatchObject({
    data: undefined,
    error: null,
  });
});

test("what was answered once stays where asking again failed, and the failure is told with it", () => {
  const error = new Error("away");
  expect(of(query({ data: "old", error }), query({ data: "new" }))).toMatchObject({
    data: ["old", "new"],
    error,
  });
});

test("trying again asks those alone that failed", () => {
  const [there, failed, coming] = [
    query({ data: "one" }),
    query({ error: new Error("away") }),
    query({ isFetching: true }),
  ];
  const all = of(there, failed, coming);
  expect(all).toMatchObject({ data: undefined, error: failed.error });
  all.refetch();
  expect([there, failed, coming].map(({ refetch }) => refetch.mock.calls.length)).toEqual([0, 1, 0]);
});
