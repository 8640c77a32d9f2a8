import { textBytesPerPersonAndHour } from "@kakehashi/contract/kit/limits";
import { expect, test } from "vitest";
import { createTextBytesLimiter } from "./text-limiter.ts";

const catchError = (failingFunction: () => void) => {
  try {
    failingFunction();
    return null;
  } catch (error) {
    return error;
  }
};

test("a person stores so many bytes of text in an hour, and then waits until there is room; others go on", () => {
  let now = 0;
  const countText = createTextBytesLimiter(1, () => now);
  const tenthOfLimit = "橋".repeat(textBytesPerPersonAndHour / 30);
  for (let times = 0; times < 10; times++) countText("an", tenthOfLimit);
  expect(catchError(() => countText("an", tenthOfLimit))).toMatchObject({
    code: "ERR.TOO_MANY",
    retryAfter: 360,
  });
  countText("minh", tenthOfLimit);
  now += 359_000;
  expect(catchError(() => countText("an", tenthOfLimit))).toMatchObject({ retryAfter: 1 });
  now += 1_000;
  countText("an", tenthOfLimit);
});

test("a factor multiplies the limit, a single text always fits, and without a factor nothing is counted", () => {
  const smallLimit = createTextBytesLimiter(0.001, () => 0);
  smallLimit("an", "x".repeat(textBytesPerPersonAndHour));
  expect(catchError(() => smallLimit("an", "x"))).toMatchObject({ code: "ERR.TOO_MANY" });
  const countWithoutLimit = createTextBytesLimiter(null);
  for (let times = 0; times < 3; times++) countWithoutLimit("an", "x".repeat(textBytesPerPersonAndHour));
});
