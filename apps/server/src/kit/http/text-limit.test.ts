import { textBytesPerHour } from "@kakehashi/contract/kit/limits";
import { expect, test } from "vitest";
import { createTextLimit } from "./text-limit.ts";

const refusal = (call: () => void) => {
  try {
    call();
    return null;
  } catch (error) {
    return error;
  }
};

test("a person stores so many bytes of text in an hour, and then waits until there is room; others go on", () => {
  let now = 0;
  const count = createTextLimit(1, () => now);
  const tenth = "橋".repeat(textBytesPerHour / 30);
  for (let times = 0; times < 10; times++) count("an", tenth);
  expect(refusal(() => count("an", tenth))).toMatchObject({ code: "ERR.TOO_MANY", retryAfter: 360 });
  count("minh", tenth);
  now += 359_000;
  expect(refusal(() => count("an", tenth))).toMatchObject({ retryAfter: 1 });
  now += 1_000;
  count("an", tenth);
});

test("a factor multiplies the limit, a single text always fits, and without a factor nothing is counted", () => {
  const small = createTextLimit(0.001, () => 0);
  small("an", "x".repeat(textBytesPerHour));
  expect(refusal(() => small("an", "x"))).toMatchObject({ code: "ERR.TOO_MANY" });
  const unlimited = createTextLimit(null);
  for (let times = 0; times < 3; times++) unlimited("an", "x".repeat(textBytesPerHour));
});
