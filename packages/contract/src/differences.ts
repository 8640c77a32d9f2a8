import { z } from "zod";
import { maximumTranslationUnits } from "./translation-states.ts";

/** A piece of text: contained in both texts, only in the text before, or only in the text after. */
export const difference = z
  .object({ kind: z.enum(["same", "removed", "added"]), text: z.string().max(maximumTranslationUnits) })
  .meta({ id: "Difference" });
export type Difference = z.infer<typeof difference>;

/**
 * Maximum words to compare between the common start and end. With more, the whole middle counts as one
 * change.
 */
const maximumWords = 600;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });
const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Compares two texts word by word. Japanese is split into words too. Case and width count as differences. */
export function differencesOf(before: string, after: string): Difference[] {
  const [wordsBefore, wordsAfter] = [wordsOf(before), wordsOf(after)];
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
  const differences: Difference[] = [];
  const addDifference = (kind: Difference["kind"], text: string) => {
    const last = differences.at(-1);
    if (text === "") return;
    if (last?.kind === kind) last.text += text;
    else differences.push({ kind, text });
  };
  addDifference("same", wordsBefore.slice(0, start).join(""));
  const removed = wordsBefore.slice(start, wordsBefore.length - end);
  const added = wordsAfter.slice(start, wordsAfter.length - end);
  if (removed.length > maximumWords || added.length > maximumWords) {
    addDifference("removed", removed.join(""));
    addDifference("added", added.join(""));
  } else compare(removed, added, addDifference);
  addDifference("same", wordsBefore.slice(wordsBefore.length - end).join(""));
  return differences;
}

/** Finds the longest common sequence of words. */
function compare(
  first: readonly string[],
  second: readonly string[],
  add: (kind: Difference["kind"], text: string) => void,
): void {
  const width = second.length + 1;
  const lengths = new Uint16Array((first.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = first.length - 1; row >= 0; row--)
    for (let column = second.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        first[row] === second[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  let [row, column] = [0, 0];
  while (row < first.length || column < second.length) {
    const [oldText = "", right = ""] = [first[row], second[column]];
    if (row < first.length && column < second.length && oldText === right) {
      add("same", oldText);
      row++;
      column++;
    } else if (
      column >= second.length ||
      (row < first.length && lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    ) {
      add("removed", oldText);
      row++;
    } else {
      add("added", right);
      column++;
    }
  }
}
