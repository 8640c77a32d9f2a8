import { randomInt } from "node:crypto";

/** Letters and digits that people do not confuse with each other. */
const slugAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
/**
 * Length of a slug's random part. The random part has 59 bits, so that nobody can guess which snippets exist. Whoever
 * knows the slug still needs the permission to read the snippet.
 */
const randomPartLength = 12;
const maximumWordsLength = 40;

/** Returns the words of a title in Latin letters: `Gửi lại` becomes `gui-lai`. Empty for a title in Japanese. */
function toSlugWords(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("đ", "d")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maximumWordsLength)
    .split("-")
    .filter(Boolean)
    .join("-");
}

/**
 * Returns the slug of a new snippet for its URL. The slug never changes, so links still work after the title has
 * changed.
 */
export function createSlug(title: string): string {
  const randomPart = Array.from(
    { length: randomPartLength },
    () => slugAlphabet[randomInt(slugAlphabet.length)],
  ).join("");
  return `${toSlugWords(title) || "code"}-${randomPart}`;
}
