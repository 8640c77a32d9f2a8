import { expect, test } from "vitest";
import { findStillPendingParams, mustStillNavigate } from "./pending-params.ts";

const paramsOf = (text: string) => new URLSearchParams(text);

test("what the address has got is not pending any more", () => {
  const pendingParams = { queryParams: paramsOf("state=open"), requestedQuery: "state=open" };
  expect(mustStillNavigate(pendingParams)).toBe(false);
  expect(findStillPendingParams(paramsOf("state=open"), pendingParams)).toBeUndefined();
});

test("what was changed after a request stays pending at the requested address", () => {
  const pending = { queryParams: paramsOf("state=open&part=host"), requestedQuery: "state=open" };
  expect(mustStillNavigate(pending)).toBe(true);
  expect(findStillPendingParams(paramsOf("state=open"), pending)).toBe(pending);
});

test("an address that nobody requested here replaces what is pending", () => {
  expect(
    findStillPendingParams(paramsOf("state=closed"), { queryParams: paramsOf("state=open") }),
  ).toBeUndefined();
  const changedParams = { queryParams: paramsOf("state=open&part=host"), requestedQuery: "state=open" };
  expect(findStillPendingParams(paramsOf(""), changedParams)).toBeUndefined();
  expect(findStillPendingParams(paramsOf(""), undefined)).toBeUndefined();
});
