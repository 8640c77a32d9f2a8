/** Characters of a name that a mail to a stranger shows. */
const maximumCharacters = 60;

/**
 * A user's name for a mail to people who may not know them. The name is shortened, and mail programs find no
 * link in it: a dot before a letter becomes U+2024, which only looks like a dot.
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
