import { describe, expect, it } from "vitest";
import { type Key, sends } from "./composer-keys.ts";

const enter: Key = {
  key: "Enter",
  keyCode: 13,
  isComposing: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
};

describe("Enter", () => {
  it.each([
    ["sends", {}, true],
    ["sends with Ctrl and with Cmd as well", { ctrlKey: true, metaKey: true }, true],
    ["begins a new line with Shift", { shiftKey: true }, false],
    ["confirms what is being composed", { isComposing: true, keyCode: 229 }, false],
    ["confirms in Safari, after the composition has ended", { isComposing: false, keyCode: 229 }, false],
    ["confirms where the browser reports the key itself while composing", { isComposing: true }, false],
    ["is not any other key", { key: "a", keyCode: 65 }, false],
    ["is not a key that is still being processed", { key: "Process", keyCode: 229 }, false],
  ] as const)("%s", (_, change, expected) => {
    expect(sends({ ...enter, ...change })).toBe(expected);
  });

  it("begins a new line where the writer wants it to, and sends with Ctrl or Cmd", () => {
    expect(sends(enter, false)).toBe(false);
    expect(sends({ ...enter, ctrlKey: true }, false)).toBe(true);
    expect(sends({ ...enter, metaKey: true, isComposing: true }, false)).toBe(false);
  });
});
