import { expect, test } from "vitest";
import { findPendingParams, mustRequestNavigation } from "./pending-params.ts";

const paramsOf = (text: string) => new URLSearchParams(text);

test("what the address has got is not pending any more", () => {
  const pendingParams = { params: paramsOf("state=open"), requested: "state=open" };
  expect(mustRequestNavigation(pendingParams)).toBe(false);
  expect(findPendingParams(paramsOf("state=open"), pendingParams)).toBeUndefined();
});

test("what was changed after a request stays pending at the requested address", () => {
  const pending = { params: paramsOf("state=open&part=host"), requested: "state=open" };
  expect(mustRequestNavigation(pending)).toBe(true);
  expect(findPendingParams(paramsOf("state=open"), pending)).toBe(pending);
});

test("an address that nobody requested here replaces what is pending", () => {
  expect(findPendingParams(paramsOf("state=closed"), { params: paramsOf("state=open") })).toBeUndefined();
  const changedParams = { params: paramsOf("state=open&part=host"), requested: "state=open" };
  expect(findPendingParams(paramsOf(""), changedParams)).toBeUndefined();
  expect(findPendingParams(paramsOf(""), undefined)).toBeUndefined();
});
