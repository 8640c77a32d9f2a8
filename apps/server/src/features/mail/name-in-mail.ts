/** Maximum characters of a name that somebody else chose, in a mail. */
const maximumNameCharacters = 60;

/**
 * Returns a text that somebody else wrote, for a mail. Prevents mail programs from making a link of a part of it: a dot
 * before a letter becomes U+2024, which only looks like a dot.
 */
export const withoutLinks = (text: string): string =>
  text
    .replaceAll("/", " ")
    .replaceAll("@", "＠")
    .replace(/\.(?=[\p{L}\p{N}])/gu, "\u2024");

/** Returns the name of a person, room or project for a mail: shortened and without links. */
export function nameForMail(name: string): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return withoutLinks(
    characters.length > maximumNameCharacters
      ? `${characters.slice(0, maximumNameCharacters).join("")}…`
      : name,
  );
}
