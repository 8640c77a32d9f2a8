/** Matches characters that XML 1.0 cannot contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must find these characters
const forbiddenCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // An XML parser turns a bare carriage return into a line feed, so it must be escaped.
  "\r": "&#13;",
};

/**
 * Escapes a text for the content of an element or a quoted attribute. Characters that XML cannot contain
 * become U+FFFD.
 */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbiddenCharacters, "\uFFFD")
    .replace(/[&<>"\r]/g, (sign) => entities[sign] ?? sign);
