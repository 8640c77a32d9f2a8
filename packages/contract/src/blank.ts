/**
 * Matches a character that people can see. It does not match spaces, control characters and characters without a
 * visible shape, such as U+2800, a braille cell without dots.
 */
const visibleCharacterPattern = /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Whether a text looks empty: it has no characters, only spaces and line breaks, or only invisible characters such as
 * U+200B.
 */
export const isBlank = (text: string): boolean => !visibleCharacterPattern.test(text);
