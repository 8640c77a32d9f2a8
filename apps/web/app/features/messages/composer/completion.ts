import { fold } from "../../../kit/fold.ts";
import type { Names } from "../../../kit/other-name.ts";
import { foldedNames } from "../../profiles/names.ts";

/** The unfinished word at the caret: a name after `@`, or an emoji name after `:`. */
export interface Trigger {
  readonly kind: "person" | "emoji";
  /** The text typed after the sign. */
  readonly search: string;
  /** The position of the sign. */
  readonly start: number;
}

/**
 * A name may contain up to three spaces; after that the writer has moved on. Japanese text has no space before `@`, and
 * a Japanese input method types a full-width `＠`.
 */
const person =
  /(?:^|[\s(（「『、。！？\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[@＠]((?:[^\s@＠]+[ \u3000]?){0,4})$/u;
const emoji = /(?:^|[^\p{L}\p{N}:])(:([\p{L}\p{N}_+-]{2,30}))$/u;

/** The trigger that ends at the caret, or null. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(Math.max(0, caret - 80), caret);
  // Check emojis first: after a person's name, `:` could be read as part of the name.
  const found = emoji.exec(before);
  if (found) return { kind: "emoji", search: found[2] ?? "", start: caret - (found[1] ?? "").length };
  const named = person.exec(before);
  if (!named) return null;
  const search = named[1] ?? "";
  return { kind: "person", search, start: caret - search.length - 1 };
}

/**
 * Finds people whose name, reading or Latin name matches every word of the search. Words match at the start of a word;
 * Japanese words match anywhere. People whose full name is already typed are left out: they are mentioned already, so
 * Enter can send.
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

/** Adds a space after the replacement, unless one follows already. */
export const withSpaceAfter = (rest: string, replacement: string): string =>
  rest.startsWith(" ") ? replacement : `${replacement} `;
