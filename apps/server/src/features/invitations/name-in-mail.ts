/** Characters of a name that a mail to a stranger shows at most. */
const maximumCharacters = 60;

/**
 * A name that somebody chose, in a mail to people who may not know them: short, and nothing that a mail program would
 * turn into a link. A dot before a letter becomes one that only looks so (U+2024).
 */
export function nameInMail(name: string): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  const short =
    characters.length > maximumCharacters ? `${characters.slice(0, maximumCharacters).join("")}…` : name;
  return short
    .replaceAll("/", " ")
    .replaceAll("@", "＠")
    .replace(/\.(?=[\p{L}\p{N}])/gu, "\u2024");
}
