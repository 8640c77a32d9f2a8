import { searchedMessageUnits } from "@kakehashi/contract/bot-phrases";
import { keepStartOfText } from "@kakehashi/contract/flows/texts";
import { computeWordEdgeFlags, foldWords } from "./phrase-matcher.ts";

/**
 * Returns the part of a message that matches a keyword, as the visitor wrote it: for example "giá" for the folded
 * "gia". Returns the folded part if the original letters cannot be found.
 */
export function findMatchAsWritten(message: string, foldedMatch: string): string {
  const letters = [...new Intl.Segmenter().segment(keepStartOfText(message, searchedMessageUnits))].map(
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
  const wordEdges = computeWordEdgeFlags(foldedMessage);
  for (
    let matchIndex = foldedMessage.indexOf(foldedMatch);
    foldedMatch !== "" && matchIndex >= 0;
    matchIndex = foldedMessage.indexOf(foldedMatch, matchIndex + 1)
  ) {
    const end = matchIndex + foldedMatch.length;
    if (wordEdges[matchIndex] && wordEdges[end])
      return letters
        .slice(originalIndexes[matchIndex], (originalIndexes[end - 1] ?? letters.length - 1) + 1)
        .join("");
  }
  return foldWords(foldedMatch) === foldWords(message)
    ? keepStartOfText(message, searchedMessageUnits)
    : foldedMatch;
}
