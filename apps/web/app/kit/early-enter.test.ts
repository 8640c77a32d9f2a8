import { describe, expect, test } from "vitest";
import { PendingEnter } from "./early-enter.ts";

const fieldTarget = new EventTarget();
const enterKey = { key: "Enter", isComposing: false, keyCode: 13, target: fieldTarget };

/**
 * Creates the state of a search field with the text "oli" in which Enter was pressed before the search result arrived.
 */
function pendingEnterFor(): PendingEnter {
  const earlyEnter = new PendingEnter();
  expect(earlyEnter.onKey(enterKey, "oli", "awaited")).toBe(true);
  return earlyEnter;
}

test("an Enter before the result waits for it, and chooses once", () => {
  const earlyEnter = pendingEnterFor();
  expect(earlyEnter.isReadyToChoose("oli", "awaited", fieldTarget)).toBe(false);
  expect(earlyEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(true);
  expect(earlyEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
});

test("an Enter after the result is not kept", () => {
  const earlyEnter = new PendingEnter();
  for (const answer of ["here", "failed"] as const) {
    expect(earlyEnter.onKey(enterKey, "oli", answer)).toBe(false);
    expect(earlyEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
  }
});

describe("it is cancelled by", () => {
  test("another text, even if the first one is typed again", () => {
    const earlyEnter = pendingEnterFor();
    expect(earlyEnter.isReadyToChoose("oliv", "awaited", fieldTarget)).toBe(false);
    expect(earlyEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
  });

  test("a failure, also when a later attempt succeeds", () => {
    const earlyEnter = pendingEnterFor();
    expect(earlyEnter.isReadyToChoose("oli", "failed", fieldTarget)).toBe(false);
    expect(earlyEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
  });

  test("another key", () => {
    const earlyEnter = pendingEnterFor();
    expect(earlyEnter.onKey({ ...enterKey, key: "ArrowDown" }, "oli", "awaited")).toBe(false);
    expect(earlyEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
  });

  test("the focus moving elsewhere", () => {
    expect(pendingEnterFor().isReadyToChoose("oli", "here", new EventTarget())).toBe(false);
  });
});

test.each([
  ["while an input method composes", { isComposing: true }],
  ["in Safari, which ends the composition first", { keyCode: 229 }],
])("an Enter that confirms characters does not wait: %s", (_, eventFields) => {
  const earlyEnter = new PendingEnter();
  expect(earlyEnter.onKey({ ...enterKey, ...eventFields }, "oli", "awaited")).toBe(false);
  expect(earlyEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
});
