/** What of a keydown event decides whether Enter sends. */
export interface Key {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether this key sends the message: Enter, or where the writer wants new lines of it, Enter with Ctrl or Cmd. Never
 * the Enter that confirms what an input method composes: browsers mark it by `isComposing`, and Safari, which ends the
 * composition before the key arrives, by keyCode 229 alone.
 */
export function sends(key: Key, enterSends = true): boolean {
  if (key.key !== "Enter" || key.isComposing || key.keyCode === 229) return false;
  if (!enterSends) return key.ctrlKey || key.metaKey;
  return !key.shiftKey && !key.altKey;
}

/** The sign that this key puts around what is selected: `**` for Ctrl+B, `*` for Ctrl+I; on a Mac with Cmd. */
export function emphasisOf(key: Key, isMac: boolean): "**" | "*" | null {
  const held = isMac ? key.metaKey && !key.ctrlKey : key.ctrlKey && !key.metaKey;
  if (!held || key.shiftKey || key.altKey || key.isComposing || key.keyCode === 229) return null;
  return ({ b: "**", i: "*" } as const)[key.key.toLowerCase()] ?? null;
}

/** What to put in the place of `start` to `end`, and what is selected then. Positions are in UTF-16 code units. */
export interface Emphasis {
  readonly start: number;
  readonly end: number;
  readonly words: string;
  readonly selection: readonly [start: number, end: number];
}

/** Puts the sign around what is selected, without the spaces at its ends; takes it away where it stands there already. */
export function emphasise(text: string, from: number, to: number, sign: "**" | "*"): Emphasis {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  const { length } = sign;
  if (runBefore(text, start, sign) && runAfter(text, end, sign)) {
    const selection = [start - length, end - length] as const;
    return { start: start - length, end: end + length, words: text.slice(start, end), selection };
  }
  const words = sign + text.slice(start, end) + sign;
  return { start, end, words, selection: [start + length, end + length] };
}

/** Whether the stars there are those of this sign: one is of `*`, two of `**`, three of both. */
function has(stars: number, sign: "**" | "*"): boolean {
  return sign === "*" ? stars === 1 || stars >= 3 : stars >= 2;
}
function runBefore(text: string, at: number, sign: "**" | "*"): boolean {
  let stars = 0;
  while (text[at - 1 - stars] === "*") stars++;
  return has(stars, sign);
}
function runAfter(text: string, at: number, sign: "**" | "*"): boolean {
  let stars = 0;
  while (text[at + stars] === "*") stars++;
  return has(stars, sign);
}
