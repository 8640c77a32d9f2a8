import fastify from "fastify";
import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { createCallLimiter, enableCallLimits } from "./limits.ts";

let timeMs = 0;
const createTestLimit = (perMinute: number, limitFactor = 1) => {
  const app = fastify();
  enableCallLimits(app, limitFactor);
  timeMs = 1_000_000;
  return createCallLimiter(app, perMinute, () => timeMs);
};
/** Counts one request. Returns null if the limit allows it, else the seconds to wait. */
const measureSecondsToWait = (callApi: () => void): number | null => {
  try {
    callApi();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === "ERR.TOO_MANY") return error.retryAfter ?? 0;
    throw error;
  }
};

test("a key is allowed its calls a minute, is told how long to wait, and others do not wait for it", () => {
  const limit = createTestLimit(2);
  expect([
    measureSecondsToWait(() => limit("an")),
    measureSecondsToWait(() => limit("an")),
    measureSecondsToWait(() => limit("an")),
  ]).toEqual([null, null, 60]);
  expect(measureSecondsToWait(() => limit("minh"))).toBeNull();
  timeMs += 59_001;
  expect(measureSecondsToWait(() => limit("an"))).toBe(1);
  timeMs += 999;
  expect(measureSecondsToWait(() => limit("an"))).toBeNull();
});

test("a clock that is set back keeps nobody out", () => {
  const limit = createTestLimit(1);
  limit("an");
  timeMs -= 86_400_000;
  expect(measureSecondsToWait(() => limit("an"))).toBeNull();
});

test("a factor multiplies the limit", () => {
  const limit = createTestLimit(1, 2);
  expect([
    measureSecondsToWait(() => limit("an")),
    measureSecondsToWait(() => limit("an")),
    measureSecondsToWait(() => limit("an")),
  ]).toEqual([null, null, 60]);
});

test("nothing is counted while counting is off", () => {
  const limit = createCallLimiter(fastify(), 1);
  for (let calls = 0; calls < 10; calls++) limit("an");
});

test("with more keys than are counted, the one whose minute began first is forgotten", () => {
  const limit = createTestLimit(1);
  for (let key = 0; key < 20_000; key++) limit(`key ${key}`);
  expect(measureSecondsToWait(() => limit("key 0"))).toBe(60);
  limit("one more");
  expect(measureSecondsToWait(() => limit("key 1"))).toBe(60);
  expect(measureSecondsToWait(() => limit("key 0"))).toBeNull();
});
