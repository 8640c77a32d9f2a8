import { fold } from "../../kit/fold.ts";

/** What the writer is in the middle of: a name after `@`, or an emoji's after `:`. */
export interface Trigger {
  readonly kind: "person" | "emoji";
  /** What was written of it so far. */
  readonly search: string;
  /** Where it begins, its sign included. */
  readonly start: number;
}

/** A name may have spaces; nobody's has more than three, and past that the writer has moved on. */
const person = /(?:^|[\s(（「『、。])@((?:[^\s@]+ ?){0,4})$/u;
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
 * Those whose name has every word of the search at a word's beginning; Japanese names anywhere. Nobody whose whole name
 * stands there with a space after it: they are called already, and the next Enter is the message's.
 */
export function findPeople<P extends { readonly name: string }>(
  people: readonly P[],
  search: string,
  limit: number,
): P[] {
  const written = fold(search);
  const words = written.split(/\s+/).filter(Boolean);
  return people
    .filter(({ name }) => {
      const folded = fold(name);
      if (written.startsWith(`${folded} `)) return false;
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
export const complete = (rest: string, replacement: string): string =>
  rest.startsWith(" ") ? replacement : `${replacement} `;
