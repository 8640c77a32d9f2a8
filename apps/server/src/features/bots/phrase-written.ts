import { searchedMessageUnits } from "@kakehashi/contract/bot-phrases";
import { cut } from "@kakehashi/contract/flows/texts";
import { foldWords, wordEdgesOf } from "./phrase-matcher.ts";

/**
 * Returns the part of a message that matches a keyword, as the visitor wrote it: for example "giá" for the folded
 * "gia". Returns the folded part if the original letters cannot be found.
 */
export function matchAsWritten(message: string, found: string): string {
  const letters = [...new Intl.Segmenter().segment(cut(message, searchedMessageUnits))].map(
    ({ segment }) => segment,
  );
  /**
   * The folded message (in lower case, without accents and punctuation). `originalIndexes` holds, for each of its
   * characters, the index of the letter that the visitor wrote.
   */
  let folded = "";
  const originalIndexes: number[] = [];
  for (const [index, letter] of letters.entries()) {
    const foldedLetter = foldWords(letter) || (folded === "" || folded.endsWith(" ") ? "" : " ");
    folded += foldedLetter;
    while (originalIndexes.length < folded.length) originalIndexes.push(index);
  }
  const wordEdges = wordEdgesOf(folded);
  for (let at = folded.indexOf(found); found !== "" && at >= 0; at = folded.indexOf(found, at + 1)) {
    const end = at + found.length;
    if (wordEdges[at] && wordEdges[end])
      return letters
        .slice(originalIndexes[at], (originalIndexes[end - 1] ?? letters.length - 1) + 1)
        .join("");
  }
  return foldWords(found) === foldWords(message) ? cut(message, searchedMessageUnits) : found;
}
