import { searchedMessageUnits } from "@kakehashi/contract/bot-phrases";
import { cut } from "@kakehashi/contract/flows/texts";
import { foldWords, wordEdgesOf } from "./phrase-matcher.ts";

/**
 * Returns the part of a message that a keyword fits as the visitor wrote it: "giá" for the folded "gia". If it cannot
 * be told, returns the folded part.
 */
export function writtenPart(message: string, found: string): string {
  const letters = [...new Intl.Segmenter().segment(cut(message, searchedMessageUnits))].map(
    ({ segment }) => segment,
  );
  /** The folded message, and for each of its characters the index of the written letter. */
  let folded = "";
  const writtenAt: number[] = [];
  for (const [index, letter] of letters.entries()) {
    const part = foldWords(letter) || (folded === "" || folded.endsWith(" ") ? "" : " ");
    folded += part;
    while (writtenAt.length < folded.length) writtenAt.push(index);
  }
  const edges = wordEdgesOf(folded);
  for (let at = folded.indexOf(found); found !== "" && at >= 0; at = folded.indexOf(found, at + 1)) {
    const end = at + found.length;
    if (edges[at] && edges[end])
      return letters.slice(writtenAt[at], (writtenAt[end - 1] ?? letters.length - 1) + 1).join("");
  }
  return foldWords(found) === foldWords(message) ? cut(message, searchedMessageUnits) : found;
}
