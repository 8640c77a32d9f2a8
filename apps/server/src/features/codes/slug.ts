import { randomInt } from "node:crypto";

/** Letters and digits that are not mistaken for each other. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
/** 59 bits. Who may read a snippet is checked anyway; nobody needs to find out which ones there are. */
const chanceLength = 12;
const maximumWordsLength = 40;

/** The words of a title in Latin letters, or none: `Gửi lại` becomes `gui-lai`. */
function wordsOf(title: string): string {
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

/** A new snippet's part of the address. It is made once, so links keep working when the title changes. */
export function newSlug(title: string): string {
  const chance = Array.from({ length: chanceLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${wordsOf(title) || "code"}-${chance}`;
}
