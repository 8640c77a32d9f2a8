/** The fields of a keydown event from which the composer decides whether Enter sends the message. */
export interface PressedKey {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether this key sends the message: Enter or, if the writer uses Enter for new lines, Ctrl/Cmd+Enter. An Enter that
 * ends an input method's composition does not send. Safari marks that Enter only with `keyCode` 229, other browsers
 * with `isComposing`.
 */
export function isSendKey(key: PressedKey, doesEnterSend = true): boolean {
  if (key.key !== "Enter" || key.isComposing || key.keyCode === 229) return false;
  if (!doesEnterSend) return key.ctrlKey || key.metaKey;
  return !key.shiftKey && !key.altKey;
}

/** The Markdown mark for this key: `**` for Ctrl+B, `*` for Ctrl+I. On a Mac, Cmd is used instead of Ctrl. */
export function emphasisSignOf(key: PressedKey, isMac: boolean): "**" | "*" | null {
  const hasModifier = isMac ? key.metaKey && !key.ctrlKey : key.ctrlKey && !key.metaKey;
  if (!hasModifier || key.shiftKey || key.altKey || key.isComposing || key.keyCode === 229) return null;
  return ({ b: "**", i: "*" } as const)[key.key.toLowerCase()] ?? null;
}

/**
 * A change of the text: `replacement` replaces the text from `replacedStart` to `replacedEnd`. `selection` is the selection afterwards.
 * Positions count UTF-16 code units.
 */
export interface EmphasisEdit {
  readonly replacedStart: number;
  readonly replacedEnd: number;
  readonly replacement: string;
  readonly selection: readonly [start: number, end: number];
}

/**
 * Puts the Markdown mark around the selection, inside of spaces at its ends. If the mark is there already, removes it.
 */
export function toggleEmphasis(
  text: string,
  selectionStart: number,
  selectionEnd: number,
  sign: "**" | "*",
): EmphasisEdit {
  let [wordStart, wordEnd] = [selectionStart, selectionEnd];
  while (wordStart < wordEnd && /\s/.test(text.charAt(wordStart))) wordStart++;
  while (wordEnd > wordStart && /\s/.test(text.charAt(wordEnd - 1))) wordEnd--;
  const { length } = sign;
  if (hasSignBefore(text, wordStart, sign) && hasSignAfter(text, wordEnd, sign)) {
    const selection = [wordStart - length, wordEnd - length] as const;
    return {
      replacedStart: wordStart - length,
      replacedEnd: wordEnd + length,
      replacement: text.slice(wordStart, wordEnd),
      selection,
    };
  }
  const replacement = sign + text.slice(wordStart, wordEnd) + sign;
  return {
    replacedStart: wordStart,
    replacedEnd: wordEnd,
    replacement,
    selection: [wordStart + length, wordEnd + length],
  };
}

/** Whether a run of stars contains the Markdown mark. One star is `*`, two stars are `**`, and three stars are both. */
function containsSign(starCount: number, sign: "**" | "*"): boolean {
  return sign === "*" ? starCount === 1 || starCount >= 3 : starCount >= 2;
}
function hasSignBefore(text: string, index: number, sign: "**" | "*"): boolean {
  let starCount = 0;
  while (text[index - 1 - starCount] === "*") starCount++;
  return containsSign(starCount, sign);
}
function hasSignAfter(text: string, index: number, sign: "**" | "*"): boolean {
  let starCount = 0;
  while (text[index + starCount] === "*") starCount++;
  return containsSign(starCount, sign);
}
