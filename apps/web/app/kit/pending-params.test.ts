import { expect, test } from "vitest";
import { mustRequestNavigation, pendingAfterNavigation } from "./pending-params.ts";

const params = (text: string) => new URLSearchParams(text);

test("what the address has got is not pending any more", () => {
  const pending = { params: params("state=open"), requested: "state=open" };
  expect(mustRequestNavigation(pending)).toBe(false);
  expect(pendingAfterNavigation(params("state=open"), pending)).toBeUndefined();
});

test("what was changed after a request stays pending at the requested address", () => {
  const pending = { params: params("state=open&part=host"), requested: "state=open" };
  expect(mustRequestNavigation(pending)).toBe(true);
  expect(pendingAfterNavigation(params("state=open"), pending)).toBe(pending);
});

test("an address that nobody requested here replaces what is pending", () => {
  expect(pendingAfterNavigation(params("state=closed"), { params: params("state=open") })).toBeUndefined();
  const changed = { params: params("state=open&part=host"), requested: "state=open" };
  expect(pendingAfterNavigation(params(""), changed)).toBeUndefined();
  expect(pendingAfterNavigation(params(""), undefined)).toBeUndefined();
});
