import { searchedMessageUnits } from "@kakehashi/contract/bot-phrases";
import { cutText } from "@kakehashi/contract/flows/texts";
import { foldWords, wordEdgesOf } from "./phrase-matcher.ts";

/**
 * Returns the part of a message that matches a keyword, as the visitor wrote it: for example "giá" for the folded
 * "gia". Returns the folded part if the original letters cannot be found.
 */
export function matchAsWritten(message: string, foldedMatch: string): string {
  const letters = [...new Intl.Segmenter().segment(cutText(message, searchedMessageUnits))].map(
    ({ segment }) => segment,
  );
  /**
   * The folded message (in lower case, without accents and punctuation). `originalIndexes` holds, for each of its
   * characters, the index of the letter that the visitor wrote.
   */
  let foldedMessage = "";
  const originalIndexes: number[] = [];
  for (const [index, letter] of letters.entries()) {
    const foldedLetter =
      foldWords(letter) || (foldedMessage === "" || foldedMessage.endsWith(" ") ? "" : " ");
    foldedMessage += foldedLetter;
    while (originalIndexes.length < foldedMessage.length) originalIndexes.push(index);
  }
  const wordEdges = wordEdgesOf(foldedMessage);
  for (
    let at = foldedMessage.indexOf(foldedMatch);
    foldedMatch !== "" && at >= 0;
    at = foldedMessage.indexOf(foldedMatch, at + 1)
  ) {
    const end = at + foldedMatch.length;
    if (wordEdges[at] && wordEdges[end])
      return letters
        .slice(originalIndexes[at], (originalIndexes[end - 1] ?? letters.length - 1) + 1)
        .join("");
  }
  return foldWords(foldedMatch) === foldWords(message) ? cutText(message, searchedMessageUnits) : foldedMatch;
}
