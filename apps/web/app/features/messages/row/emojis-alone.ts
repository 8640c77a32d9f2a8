/** More than so many of them are a pattern, and would fill the screen. */
const alone =
  /^\s*(?:(?:\p{Regional_Indicator}{2}|(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F))(?:\uFE0F|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*)\s*){1,8}$/u;
/** Code units that so many can have, with their joiners and tones. */
const longest = 120;

/** Whether a message says what it says by a few emojis, which are shown larger then. */
export function isEmojisAlone(content: string): boolean {
  return content.length <= longest && alone.test(content);
}
