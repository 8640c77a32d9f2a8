import { describe, expect, test } from "vitest";
import { EarlyEnter } from "./early-enter.ts";

const field = new EventTarget();
const enter = { key: "Enter", isComposing: false, keyCode: 13, target: field };

/** An Enter that waits for the result of "oli". */
function waiting(): EarlyEnter {
  const early = new EarlyEnter();
  expect(early.onKey(enter, "oli", "awaited")).toBe(true);
  return early;
}

test("an Enter before the answer waits for it, and chooses once", () => {
  const early = waiting();
  expect(early.isDue("oli", "awaited", field)).toBe(false);
  expect(early.isDue("oli", "here", field)).toBe(true);
  expect(early.isDue("oli", "here", field)).toBe(false);
});

test("an Enter after the answer is not kept", () => {
  const early = new EarlyEnter();
  for (const answer of ["here", "failed"] as const) {
    expect(early.onKey(enter, "oli", answer)).toBe(false);
    expect(early.isDue("oli", "here", field)).toBe(false);
  }
});

describe("it is taken back by", () => {
  test("another text, also when the first one is written again", () => {
    const early = waiting();
    expect(early.isDue("oliv", "awaited", field)).toBe(false);
    expect(early.isDue("oli", "here", field)).toBe(false);
  });

  test("a failure, also when a later attempt succeeds", () => {
    const early = waiting();
    expect(early.isDue("oli", "failed", field)).toBe(false);
    expect(early.isDue("oli", "here", field)).toBe(false);
  });

  test("another key", () => {
    const early = waiting();
    expect(early.onKey({ ...enter, key: "ArrowDown" }, "oli", "awaited")).toBe(false);
    expect(early.isDue("oli", "here", field)).toBe(false);
  });

  test("the focus that went elsewhere", () => {
    expect(waiting().isDue("oli", "here", new EventTarget())).toBe(false);
  });
});

test.each([
  ["while an input method composes", { isComposing: true }],
  ["in Safari, which ends the composition first", { keyCode: 229 }],
])("an Enter that confirms characters does not wait: %s", (_, marks) => {
  const early = new EarlyEnter();
  expect(early.onKey({ ...enter, ...marks }, "oli", "awaited")).toBe(false);
  expect(early.isDue("oli", "here", field)).toBe(false);
});
