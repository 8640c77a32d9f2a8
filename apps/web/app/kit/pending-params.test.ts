import { expect, test } from "vitest";
import { mustRequestNavigation, pendingAfterNavigation } from "./pending-params.ts";

const paramsOf = (text: string) => new URLSearchParams(text);

test("what the address has got is not pending any more", () => {
  const pending = { params: paramsOf("state=open"), requested: "state=open" };
  expect(mustRequestNavigation(pending)).toBe(false);
  expect(pendingAfterNavigation(paramsOf("state=open"), pending)).toBeUndefined();
});

test("what was changed after a request stays pending at the requested address", () => {
  const pending = { params: paramsOf("state=open&part=host"), requested: "state=open" };
  expect(mustRequestNavigation(pending)).toBe(true);
  expect(pendingAfterNavigation(paramsOf("state=open"), pending)).toBe(pending);
});

test("an address that nobody requested here replaces what is pending", () => {
  expect(
    pendingAfterNavigation(paramsOf("state=closed"), { params: paramsOf("state=open") }),
  ).toBeUndefined();
  const changed = { params: paramsOf("state=open&part=host"), requested: "state=open" };
  expect(pendingAfterNavigation(paramsOf(""), changed)).toBeUndefined();
  expect(pendingAfterNavigation(paramsOf(""), undefined)).toBeUndefined();
});
