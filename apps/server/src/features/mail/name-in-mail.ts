/** Maximum number of characters in a mail for a name that another user chose. */
const maximumNameCharacters = 60;

/**
 * Prepares a text by another user for a mail, so that mail programs do not turn a part such as "evil.com" into a link.
 * A dot before a letter becomes U+2024, which looks like a dot.
 */
export const preventAutoLinks = (text: string): string =>
  text
    .replaceAll("/", " ")
    .replaceAll("@", "＠")
    .replace(/\.(?=[\p{L}\p{N}])/gu, "\u2024");

/** Prepares the name of a person, room or project for a mail: shortens it and prevents links. */
export function nameForMail(name: string): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment);
  return preventAutoLinks(
    characters.length > maximumNameCharacters
      ? `${characters.slice(0, maximumNameCharacters).join("")}…`
      : name,
  );
}
