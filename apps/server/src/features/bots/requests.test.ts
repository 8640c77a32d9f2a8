import { expect, test } from "vitest";
import { isCallable } from "./requests.ts";

test.each([
  ["8.8.8.8", 80, true],
  ["8.8.8.8", 443, true],
  ["8.8.8.8", 8443, true],
  ["2606:4700::1111", 8443, true],
  ["8.8.8.8", 25, false],
  ["127.0.0.1", 8443, false],
  ["::1", 443, false],
  ["10.0.0.1", 80, false],
])("A story may call %s at port %i: %s", (address, port, expected) => {
  expect(isCallable(address, port)).toBe(expected);
});
