import { expect, test } from "vitest";
import { findStillPendingParams, mustRequestNavigation } from "./pending-params.ts";

const paramsOf = (text: string) => new URLSearchParams(text);

test("what the address has got is not pending any more", () => {
  const pendingParams = { params: paramsOf("state=open"), requestedQuery: "state=open" };
  expect(mustRequestNavigation(pendingParams)).toBe(false);
  expect(findStillPendingParams(paramsOf("state=open"), pendingParams)).toBeUndefined();
});

test("what was changed after a request stays pending at the requested address", () => {
  const pending = { params: paramsOf("state=open&part=host"), requestedQuery: "state=open" };
  expect(mustRequestNavigation(pending)).toBe(true);
  expect(findStillPendingParams(paramsOf("state=open"), pending)).toBe(pending);
});

test("an address that nobody requested here replaces what is pending", () => {
  expect(
    findStillPendingParams(paramsOf("state=closed"), { params: paramsOf("state=open") }),
  ).toBeUndefined();
  const changedParams = { params: paramsOf("state=open&part=host"), requestedQuery: "state=open" };
  expect(findStillPendingParams(paramsOf(""), changedParams)).toBeUndefined();
  expect(findStillPendingParams(paramsOf(""), undefined)).toBeUndefined();
});
