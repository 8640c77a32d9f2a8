/** Matches a text of at most eight emojis. More emojis are not enlarged, because they would fill the screen. */
const onlyEmojisPattern =
  /^\s*(?:(?:\p{Regional_Indicator}{2}|(?!\p{Regional_Indicator})(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\uFE0F))(?:\uFE0F|\p{Emoji_Modifier}|[\u{E0020}-\u{E007F}]|\u200D\p{Extended_Pictographic})*)\s*){1,8}$/u;
/** Eight emojis, with joiners and skin tones, have at most this many UTF-16 code units. */
const maxLength = 120;

/** Whether a message consists of a few emojis only. Such emojis are shown larger. */
export function isOnlyEmojis(content: string): boolean {
  return content.length <= maxLength && onlyEmojisPattern.test(content);
}
