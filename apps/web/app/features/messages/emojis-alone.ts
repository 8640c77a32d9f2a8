/** More than so many of them are a pattern, and would fill the screen. */
const alone =
  /^\s*(?:(?:\p{RI}{2}|(?!\p{RI})(?:\p{EPres}|\p{ExtPict}(?=\uFE0F))(?:\uFE0F|\p{EMod}|[\u{E0020}-\u{E007F}]|\u200D\p{ExtPict})*)\s*){1,8}$/u;
/** Code units that so many can have, with their joiners and tones. */
const longest = 120;

/** Whether a message says what it says by a few emojis, which are shown larger then. */
export function isEmojisAlone(content: string): boolean {
  return content.length <= longest && alone.test(content);
}
