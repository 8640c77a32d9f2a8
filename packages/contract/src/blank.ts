/**
 * Matches spaces, control characters and characters without a shape: U+2800 is a braille cell without dots.
 */
const visibleCharacterPattern = /[^\s\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Whether a text looks empty to a reader: no text, spaces and line breaks, or only invisible characters such
 * as U+200B.
 */
export const isBlank = (text: string): boolean => !visibleCharacterPattern.test(text);
