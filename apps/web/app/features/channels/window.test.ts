import { expect, test } from "vitest";
import { computeReplyWindowState, findNextWindowChange, formatTimeLeft } from "./window.ts";

const testNow = new Date("2026-11-27T12:00:00Z");
const isoTimeAfterHours = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000).toISOString();

test("while bots may write too, the clock shows the later end, which is the one for people", () => {
  const state = computeReplyWindowState(
    { all_until: isoTimeAfterHours(3), people_until: isoTimeAfterHours(150) },
    testNow,
  );
  expect(state).toMatchObject({ openTo: "all", until: new Date(isoTimeAfterHours(150)), isSoonOver: false });
  expect(
    computeReplyWindowState({ all_until: isoTimeAfterHours(3), people_until: isoTimeAfterHours(3) }, testNow)
      .until,
  ).toEqual(new Date(isoTimeAfterHours(3)));
  expect(
    computeReplyWindowState({ all_until: isoTimeAfterHours(3), people_until: null }, testNow).openTo,
  ).toBe("all");
});

test("after the end for bots only people may write, and after theirs nobody", () => {
  const window = { all_until: isoTimeAfterHours(-1), people_until: isoTimeAfterHours(1) };
  expect(computeReplyWindowState(window, testNow)).toMatchObject({ openTo: "people", isSoonOver: true });
  expect(computeReplyWindowState(window, new Date(isoTimeAfterHours(1)))).toEqual({
    openTo: "over",
    until: null,
    leftMs: 0,
    isSoonOver: false,
  });
  expect(computeReplyWindowState({ all_until: null, people_until: null }, testNow).openTo).toBe("over");
});

test("the clock warns below two hours", () => {
  expect(
    computeReplyWindowState({ all_until: isoTimeAfterHours(2), people_until: null }, testNow).isSoonOver,
  ).toBe(false);
  expect(
    computeReplyWindowState({ all_until: isoTimeAfterHours(1.99), people_until: null }, testNow).isSoonOver,
  ).toBe(true);
});

test("the next change is the nearest end that is still to come", () => {
  const window = { all_until: isoTimeAfterHours(1), people_until: isoTimeAfterHours(5) };
  expect(findNextWindowChange(window, testNow)).toEqual(new Date(isoTimeAfterHours(1)));
  expect(findNextWindowChange(window, new Date(isoTimeAfterHours(1)))).toEqual(
    new Date(isoTimeAfterHours(5)),
  );
  expect(findNextWindowChange(window, new Date(isoTimeAfterHours(5)))).toBeNull();
});

test("the time left is rounded down, in a unit of which there are at least two", () => {
  expect(formatTimeLeft(3.9 * 3_600_000, "en")).toBe("3 hours");
  expect(formatTimeLeft(90 * 60_000, "en")).toBe("90 minutes");
  expect(formatTimeLeft(47 * 3_600_000, "en")).toBe("47 hours");
  expect(formatTimeLeft(6.5 * 86_400_000, "vi")).toBe("6 ngày");
  expect(formatTimeLeft(3.9 * 3_600_000, "ja")).toBe("3時間");
  expect(formatTimeLeft(10_000, "en")).toBe("1 minute");
});
