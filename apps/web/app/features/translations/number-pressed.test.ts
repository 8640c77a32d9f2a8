import { expect, test } from "vitest";
import { numberPressed } from "./number-pressed.ts";

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, isComposing: false };
const pressed = (code: string, keys: Partial<typeof none> = { altKey: true }) =>
  numberPressed({ ...none, ...keys, code });

test("Alt and a digit's key is a number, whatever character the keyboard writes with it", () => {
  expect([1, 5, 9].map((digit) => pressed(`Digit${digit}`))).toEqual([1, 5, 9]);
});

test("other keys, and Windows' Alt codes, are none", () => {
  expect(["Digit0", "Numpad1", "KeyA", "ArrowDown", ""].map((code) => pressed(code))).toEqual(
    Array(5).fill(null),
  );
});

test.each(["ctrlKey", "metaKey", "shiftKey", "isComposing"] as const)(
  "with %s it is another shortcut",
  (key) => {
    expect(pressed("Digit1", { altKey: true, [key]: true })).toBeNull();
  },
);

test("a digit without Alt is written", () => {
  expect(pressed("Digit1", {})).toBeNull();
});
