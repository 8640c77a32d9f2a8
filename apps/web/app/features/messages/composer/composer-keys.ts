/** The fields of a keydown event that decide whether Enter sends. */
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
 * Whether this key sends the message: Enter, or Ctrl/Cmd+Enter when the writer uses Enter for new lines. An Enter that
 * confirms an input method's text never sends. Browsers mark that Enter with `isComposing`. Safari ends the composition
 * first and marks it only with keyCode 229.
 */
export function isSendKey(key: PressedKey, enterSends = true): boolean {
  if (key.key !== "Enter" || key.isComposing || key.keyCode === 229) return false;
  if (!enterSends) return key.ctrlKey || key.metaKey;
  return !key.shiftKey && !key.altKey;
}

/** The Markdown sign for this key: `**` for Ctrl+B, `*` for Ctrl+I. On a Mac, Cmd replaces Ctrl. */
export function emphasisSignOf(key: PressedKey, isMac: boolean): "**" | "*" | null {
  const hasModifier = isMac ? key.metaKey && !key.ctrlKey : key.ctrlKey && !key.metaKey;
  if (!hasModifier || key.shiftKey || key.altKey || key.isComposing || key.keyCode === 229) return null;
  return ({ b: "**", i: "*" } as const)[key.key.toLowerCase()] ?? null;
}

/** The text that replaces `start` to `end`, and the selection afterwards. Positions count UTF-16 code units. */
export interface EmphasisEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly selection: readonly [start: number, end: number];
}

/**
 * Puts the Markdown sign around the selection, ignoring spaces at its ends. Removes the sign if it is there already.
 */
export function emphasise(text: string, from: number, to: number, sign: "**" | "*"): EmphasisEdit {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  const { length } = sign;
  if (hasSignBefore(text, start, sign) && hasSignAfter(text, end, sign)) {
    const selection = [start - length, end - length] as const;
    return { start: start - length, end: end + length, replacement: text.slice(start, end), selection };
  }
  const replacement = sign + text.slice(start, end) + sign;
  return { start, end, replacement, selection: [start + length, end + length] };
}

/** Whether a run of stars contains the Markdown sign: one star is `*`, two are `**`, three are both. */
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
