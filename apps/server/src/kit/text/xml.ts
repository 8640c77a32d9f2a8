/** Matches characters that XML 1.0 cannot contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must find these characters
const forbiddenCharacterPattern = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const entitiesByCharacter: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A carriage return must be escaped, because an XML parser would turn it into a line feed.
  "\r": "&#13;",
};

/**
 * Escapes a text for the content of an element or a quoted attribute. Characters that XML cannot contain
 * become U+FFFD.
 */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbiddenCharacterPattern, "\uFFFD")
    .replace(/[&<>"\r]/g, (character) => entitiesByCharacter[character] ?? character);
