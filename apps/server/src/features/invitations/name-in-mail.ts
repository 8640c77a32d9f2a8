/** Characters of a name that a mail to a stranger shows. */
const maximumCharacters = 60;

/**
 * A name that a user chose, for a mail to people who may not know them: shortened, and without anything that a mail
 * program would turn into a link. A dot before a letter becomes U+2024, which only looks like one.
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
