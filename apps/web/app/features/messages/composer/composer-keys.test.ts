import { describe, expect, it } from "vitest";
import { emphasisSignOf, isSendKey, type PressedKey, toggleEmphasis } from "./composer-keys.ts";

const enterKey: PressedKey = {
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
    ["starts a new line with Shift", { shiftKey: true }, false],
    ["confirms what is being composed", { isComposing: true, keyCode: 229 }, false],
    ["confirms in Safari, after the composition has ended", { isComposing: false, keyCode: 229 }, false],
    ["confirms where the browser reports the key itself while composing", { isComposing: true }, false],
    ["is not any other key", { key: "a", keyCode: 65 }, false],
    ["is not a key that is still being processed", { key: "Process", keyCode: 229 }, false],
  ] as const)("%s", (_, change, expected) => {
    expect(isSendKey({ ...enterKey, ...change })).toBe(expected);
  });

  it("starts a new line if the writer chose that, and sends with Ctrl or Cmd", () => {
    expect(isSendKey(enterKey, false)).toBe(false);
    expect(isSendKey({ ...enterKey, ctrlKey: true }, false)).toBe(true);
    expect(isSendKey({ ...enterKey, metaKey: true, isComposing: true }, false)).toBe(false);
  });
});

describe("Ctrl and B or I", () => {
  const b: PressedKey = { ...enterKey, key: "b", keyCode: 66, ctrlKey: true };
  it.each([
    ["Ctrl+B", {}, false, "**"],
    ["Ctrl+I", { key: "i" }, false, "*"],
    ["with Caps Lock", { key: "B" }, false, "**"],
    ["Cmd+B on a Mac", { ctrlKey: false, metaKey: true }, true, "**"],
    ["Ctrl+B on a Mac, which moves the caret", {}, true, null],
    ["Ctrl+Shift+B, which is the browser's", { shiftKey: true }, false, null],
    ["AltGr, which is Ctrl and Alt", { altKey: true }, false, null],
    ["while an input method composes", { isComposing: true }, false, null],
    ["a key of an input method", { keyCode: 229 }, false, null],
    ["another letter", { key: "u" }, false, null],
  ])("%s", (_name, change, isMac, expectedSign) => {
    expect(emphasisSignOf({ ...b, ...change }, isMac)).toBe(expectedSign);
  });

  /**
   * Toggles the Markdown mark around the part of `text` in brackets. In the result, brackets mark the new selection.
   */
  function toggleSignInBrackets(text: string, sign: "**" | "*"): string {
    const [from, to] = [text.indexOf("["), text.indexOf("]") - 1];
    const withoutBrackets = text.replace(/[[\]]/g, "");
    const { replacedStart, replacedEnd, replacement, selection } = toggleEmphasis(
      withoutBrackets,
      from,
      to,
      sign,
    );
    const result = withoutBrackets.slice(0, replacedStart) + replacement + withoutBrackets.slice(replacedEnd);
    return `${result.slice(0, selection[0])}[${result.slice(...selection)}]${result.slice(selection[1])}`;
  }
  it.each([
    ["a [word] here", "**", "a **[word]** here"],
    ["a **[word]** here", "**", "a [word] here"],
    ["a [ word ]here", "*", "a  *[word]* here"],
    ["a **[word]** here", "*", "a ***[word]*** here"],
    ["a ***[word]*** here", "*", "a **[word]** here"],
    ["a ***[word]*** here", "**", "a *[word]* here"],
    ["a *[word]* here", "**", "a ***[word]*** here"],
    ["a [] here", "**", "a **[]** here"],
    ["**[]**", "**", "[]"],
  ] as const)("%j and %s is %j", (text, sign, expected) => {
    expect(toggleSignInBrackets(text, sign)).toBe(expected);
  });
});
