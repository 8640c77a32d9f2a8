import { fold } from "../../../kit/fold.ts";
import type { Names } from "../../../kit/other-name.ts";
import { foldedNames } from "../../profiles/names.ts";

/** What the writer is in the middle of: a name after `@`, or an emoji's after `:`. */
export interface Trigger {
  readonly kind: "person" | "emoji";
  /** What was written of it so far. */
  readonly search: string;
  /** Where it begins, its sign included. */
  readonly start: number;
}

/**
 * A name may have spaces; nobody's has more than three, and past that the writer has moved on. Japanese has no space
 * before the sign either, and an input method writes a wide one.
 */
const person =
  /(?:^|[\s(（「『、。！？\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[@＠]((?:[^\s@＠]+[ \u3000]?){0,4})$/u;
const emoji = /(?:^|[^\p{L}\p{N}:])(:([\p{L}\p{N}_+-]{2,30}))$/u;

/** The trigger that ends at the caret, if there is one. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - 80), caret);
  // First: behind somebody's name it could be more of the name.
  const found = emoji.exec(before);
  if (found) return { kind: "emoji", search: found[2] ?? "", start: caret - (found[1] ?? "").length };
  const named = person.exec(before);
  if (!named) return null;
  const search = named[1] ?? "";
  return { kind: "person", search, start: caret - search.length - 1 };
}

/**
 * Those whose name, reading or Latin name has every word of the search at a word's beginning; Japanese names anywhere.
 * Not those whose whole name stands there with a space after it: they are mentioned already, and Enter sends.
 */
export function findPeople<P extends Names>(people: readonly P[], search: string, limit: number): P[] {
  const written = fold(search);
  const words = written.split(/\s+/).filter(Boolean);
  return people
    .filter((person) => {
      if (written.startsWith(`${fold(person.name)} `)) return false;
      const folded = foldedNames(person);
      return words.every(
        (word) =>
          folded.startsWith(word) ||
          folded.includes(` ${word}`) ||
          (/[^ -~]/.test(word) && folded.includes(word)),
      );
    })
    .slice(0, limit);
}

/** What stands in the trigger's place then: apart from the words that follow. */
export const withSpaceAfter = (rest: string, replacement: string): string =>
  rest.startsWith(" ") ? replacement : `${replacement} `;
