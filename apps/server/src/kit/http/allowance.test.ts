import { expect, test } from "vitest";
import { createKeyedTokenBuckets } from "./allowance.ts";

test("an address takes its burst, waits, and is given back; others do not wait for it", () => {
  let time = 0;
  const allowance = createKeyedTokenBuckets({ burst: 3, perSecond: 2, now: () => time });
  const spendFiveTimes = (address: string) => Array.from({ length: 5 }, () => allowance.trySpend(address));
  expect(spendFiveTimes("192.0.2.1")).toEqual([true, true, true, false, false]);
  expect(spendFiveTimes("192.0.2.2")).toEqual([true, true, true, false, false]);
  time = 500;
  expect(spendFiveTimes("192.0.2.1")).toEqual([true, false, false, false, false]);
  time = 60_000;
  expect(spendFiveTimes("192.0.2.1")).toEqual([true, true, true, false, false]);
});

test("what a refused address asks for costs it nothing more", () => {
  let time = 0;
  const allowance = createKeyedTokenBuckets({ burst: 1, perSecond: 1, now: () => time });
  for (let count = 0; count < 1_000; count++) allowance.trySpend("192.0.2.1");
  time = 1_000;
  expect(allowance.trySpend("192.0.2.1")).toBe(true);
});

test("several are taken at once or not at all, and the answer says how long to wait", () => {
  let time = 0;
  const allowance = createKeyedTokenBuckets({ burst: 10, perSecond: 2, now: () => time });
  expect([allowance.trySpend("an", 8), allowance.trySpend("an", 4), allowance.trySpend("an", 2)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([allowance.secondsUntilAllowed("an", 5), allowance.secondsUntilAllowed("minh", 5)]).toEqual([3, 0]);
  time = 2_500;
  expect(allowance.trySpend("an", 5)).toBe(true);
});

test("no more keys are remembered than there is room for", () => {
  const allowance = createKeyedTokenBuckets({ burst: 1, perSecond: 1, maximumKeys: 2, now: () => 0 });
  expect([allowance.trySpend("an"), allowance.trySpend("an")]).toEqual([true, false]);
  for (const key of ["minh", "aiko"]) allowance.trySpend(key);
  expect(allowance.trySpend("an")).toBe(true);
});

test("a key is taken as it is: reading it as an address takes longer than all the rest", () => {
  const allowance = createKeyedTokenBuckets({ burst: 1, perSecond: 1, now: () => 0 });
  expect([allowance.trySpend("2001:db8::1"), allowance.trySpend("2001:db8::2")]).toEqual([true, true]);
});
