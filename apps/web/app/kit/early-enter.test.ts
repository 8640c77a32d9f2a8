import { describe, expect, test } from "vitest";
import { PendingEnter } from "./early-enter.ts";

const fieldTarget = new EventTarget();
const enterKey = { key: "Enter", isComposing: false, keyCode: 13, target: fieldTarget };

/**
 * Creates the state of a search field with the text "oli" in which Enter was pressed before the search result arrived.
 */
function createPendingEnter(): PendingEnter {
  const pendingEnter = new PendingEnter();
  expect(pendingEnter.onKey(enterKey, "oli", "awaited")).toBe(true);
  return pendingEnter;
}

test("an Enter before the result waits for it, and chooses once", () => {
  const pendingEnter = createPendingEnter();
  expect(pendingEnter.isReadyToChoose("oli", "awaited", fieldTarget)).toBe(false);
  expect(pendingEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(true);
  expect(pendingEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
});

test("an Enter after the result is not kept", () => {
  const pendingEnter = new PendingEnter();
  for (const searchState of ["here", "failed"] as const) {
    expect(pendingEnter.onKey(enterKey, "oli", searchState)).toBe(false);
    expect(pendingEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
  }
});

describe("it is cancelled by", () => {
  test("another text, even if the first one is typed again", () => {
    const pendingEnter = createPendingEnter();
    expect(pendingEnter.isReadyToChoose("oliv", "awaited", fieldTarget)).toBe(false);
    expect(pendingEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
  });

  test("a failure, also when a later attempt succeeds", () => {
    const pendingEnter = createPendingEnter();
    expect(pendingEnter.isReadyToChoose("oli", "failed", fieldTarget)).toBe(false);
    expect(pendingEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
  });

  test("another key", () => {
    const pendingEnter = createPendingEnter();
    expect(pendingEnter.onKey({ ...enterKey, key: "ArrowDown" }, "oli", "awaited")).toBe(false);
    expect(pendingEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
  });

  test("the focus moving elsewhere", () => {
    expect(createPendingEnter().isReadyToChoose("oli", "here", new EventTarget())).toBe(false);
  });
});

test.each([
  ["while an input method composes", { isComposing: true }],
  ["in Safari, which ends the composition first", { keyCode: 229 }],
])("an Enter that confirms characters does not wait: %s", (_, eventFields) => {
  const pendingEnter = new PendingEnter();
  expect(pendingEnter.onKey({ ...enterKey, ...eventFields }, "oli", "awaited")).toBe(false);
  expect(pendingEnter.isReadyToChoose("oli", "here", fieldTarget)).toBe(false);
});
