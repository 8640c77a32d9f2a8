/** Maximum characters of a person's name in a mail to a stranger. */
const maximumNameCharacters = 60;

/**
 * Returns a person's name for a mail to somebody who may not know them. Shortens the name, and prevents mail
 * programs from finding a link in it: a dot before a letter becomes U+2024, which only looks like a dot.
 */
export function nameForMail(name: string): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  const shortName =
    characters.length > maximumNameCharacters
      ? `${characters.slice(0, maximumNameCharacters).join("")}…`
      : name;
  return shortName
    .replaceAll("/", " ")
    .replaceAll("@", "＠")
    .replace(/\.(?=[\p{L}\p{N}])/gu, "\u2024");
}
