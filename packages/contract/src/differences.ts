import { z } from "zod";
import { maximumTranslationUnits } from "./translation-states.ts";

/** A piece of text: in both texts, only in the one before, or only in the one after. */
export const difference = z
  .object({ kind: z.enum(["same", "removed", "added"]), text: z.string().max(maximumTranslationUnits) })
  .meta({ id: "Difference" });
export type Difference = z.infer<typeof difference>;

/** The most words to compare between the common start and end. With more, the whole middle is one change. */
const maximumWords = 600;
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });
const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/**
 * The differences between two texts, word by word. Japanese is split into words too. Case and width count as
 * differences.
 */
export function differencesOf(before: string, after: string): Difference[] {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < one.length - start &&
    end < other.length - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end++;
  const found: Difference[] = [];
  const add = (kind: Difference["kind"], text: string) => {
    const last = found.at(-1);
    if (text === "") return;
    if (last?.kind === kind) last.text += text;
    else found.push({ kind, text });
  };
  add("same", one.slice(0, start).join(""));
  const removed = one.slice(start, one.length - end);
  const added = other.slice(start, other.length - end);
  if (removed.length > maximumWords || added.length > maximumWords) {
    add("removed", removed.join(""));
    add("added", added.join(""));
  } else compare(removed, added, add);
  add("same", one.slice(one.length - end).join(""));
  return found;
}

/** Finds the longest common sequence of words. */
function compare(
  one: readonly string[],
  other: readonly string[],
  add: (kind: Difference["kind"], text: string) => void,
): void {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  let [row, column] = [0, 0];
  while (row < one.length || column < other.length) {
    const [left = "", right = ""] = [one[row], other[column]];
    if (row < one.length && column < other.length && left === right) {
      add("same", left);
      row++;
      column++;
    } else if (column >= other.length || (row < one.length && at(row + 1, column) >= at(row, column + 1))) {
      add("removed", left);
      row++;
    } else {
      add("added", right);
      column++;
    }
  }
}
