import { expect, test } from "vitest";
import { readAltDigit, readAltLetter } from "./pressed-with-alt.ts";

const noModifiers = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, isComposing: false };
const digitOfKeyPress = (code: string, keys: Partial<typeof noModifiers> = { altKey: true }) =>
  readAltDigit({ ...noModifiers, ...keys, code });

test("Alt with a digit key is a number, whatever character the keyboard produces", () => {
  expect([1, 5, 9].map((digit) => digitOfKeyPress(`Digit${digit}`))).toEqual([1, 5, 9]);
});

test("other keys, and the Alt codes of Windows, are not", () => {
  expect(["Digit0", "Numpad1", "KeyA", "ArrowDown", ""].map((code) => digitOfKeyPress(code))).toEqual(
    Array(5).fill(null),
  );
});

test.each(["ctrlKey", "metaKey", "shiftKey", "isComposing"] as const)(
  "with %s it is a different shortcut",
  (key) => {
    expect(digitOfKeyPress("Digit1", { altKey: true, [key]: true })).toBeNull();
  },
);

test("a digit without Alt is ordinary text", () => {
  expect(digitOfKeyPress("Digit1", {})).toBeNull();
});

test("Alt with a letter key is that letter, also where it types another character", () => {
  const letterOfKeyPress = (code: string, keys: Partial<typeof noModifiers> = { altKey: true }) =>
    readAltLetter({ ...noModifiers, ...keys, code });
  expect([letterOfKeyPress("KeyC"), letterOfKeyPress("KeyC", {}), letterOfKeyPress("Digit1")]).toEqual([
    "C",
    null,
    null,
  ]);
  // On Windows, AltGr sets the flags of both Control and Alt.
  expect(letterOfKeyPress("KeyC", { altKey: true, ctrlKey: true })).toBeNull();
});
