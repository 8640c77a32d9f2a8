import { z } from "zod";
import { maximumTranslationCodeUnits } from "./translation-states.ts";

/**
 * A piece of text in the comparison of an old and a new text. `same`: both texts contain it. `removed`: only the old
 * text contains it. `added`: only the new text contains it.
 */
export const diffSegmentSchema = z
  .object({ kind: z.enum(["same", "removed", "added"]), text: z.string().max(maximumTranslationCodeUnits) })
  .meta({ id: "Difference" });
export type DiffSegment = z.infer<typeof diffSegmentSchema>;

/**
 * Maximum words that are compared, not counting the common beginning and end of the two texts. If there are more,
 * everything between beginning and end counts as one change.
 */
const maximumComparedWords = 600;
const wordSegmenter = new Intl.Segmenter("ja", { granularity: "word" });
const splitIntoWords = (text: string): string[] =>
  [...wordSegmenter.segment(text)].map(({ segment }) => segment);

/** Compares two texts word by word. Japanese is split into words too. Case and width count as differences. */
export function diffWords(textBefore: string, textAfter: string): DiffSegment[] {
  const [wordsBefore, wordsAfter] = [splitIntoWords(textBefore), splitIntoWords(textAfter)];
  let start = 0;
  while (start < wordsBefore.length && start < wordsAfter.length && wordsBefore[start] === wordsAfter[start])
    start++;
  let end = 0;
  while (
    end < wordsBefore.length - start &&
    end < wordsAfter.length - start &&
    wordsBefore[wordsBefore.length - 1 - end] === wordsAfter[wordsAfter.length - 1 - end]
  )
    end++;
  const differences: DiffSegment[] = [];
  const addDifference = (kind: DiffSegment["kind"], text: string) => {
    const lastDifference = differences.at(-1);
    if (text === "") return;
    if (lastDifference?.kind === kind) lastDifference.text += text;
    else differences.push({ kind, text });
  };
  addDifference("same", wordsBefore.slice(0, start).join(""));
  const removedWords = wordsBefore.slice(start, wordsBefore.length - end);
  const addedWords = wordsAfter.slice(start, wordsAfter.length - end);
  if (removedWords.length > maximumComparedWords || addedWords.length > maximumComparedWords) {
    addDifference("removed", removedWords.join(""));
    addDifference("added", addedWords.join(""));
  } else compareWords(removedWords, addedWords, addDifference);
  addDifference("same", wordsBefore.slice(wordsBefore.length - end).join(""));
  return differences;
}

/**
 * Compares two lists of words, and reports each difference to `addDifference`. Words of their longest common
 * subsequence count as unchanged.
 */
function compareWords(
  removedWordCandidates: readonly string[],
  addedWordCandidates: readonly string[],
  addDifference: (kind: DiffSegment["kind"], text: string) => void,
): void {
  const columnCount = addedWordCandidates.length + 1;
  const commonSequenceLengths = new Uint16Array((removedWordCandidates.length + 1) * columnCount);
  const getCommonSequenceLength = (row: number, column: number) =>
    commonSequenceLengths[row * columnCount + column] ?? 0;
  for (let row = removedWordCandidates.length - 1; row >= 0; row--)
    for (let column = addedWordCandidates.length - 1; column >= 0; column--)
      commonSequenceLengths[row * columnCount + column] =
        removedWordCandidates[row] === addedWordCandidates[column]
          ? getCommonSequenceLength(row + 1, column + 1) + 1
          : Math.max(getCommonSequenceLength(row + 1, column), getCommonSequenceLength(row, column + 1));
  let [row, column] = [0, 0];
  while (row < removedWordCandidates.length || column < addedWordCandidates.length) {
    const [oldWord = "", newWord = ""] = [removedWordCandidates[row], addedWordCandidates[column]];
    if (row < removedWordCandidates.length && column < addedWordCandidates.length && oldWord === newWord) {
      addDifference("same", oldWord);
      row++;
      column++;
    } else if (
      column >= addedWordCandidates.length ||
      (row < removedWordCandidates.length &&
        getCommonSequenceLength(row + 1, column) >= getCommonSequenceLength(row, column + 1))
    ) {
      addDifference("removed", oldWord);
      row++;
    } else {
      addDifference("added", newWord);
      column++;
    }
  }
}
