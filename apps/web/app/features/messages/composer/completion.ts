import type { PersonNames } from "@kakehashi/contract/other-name";
import { normalizeForSearch } from "../../../kit/normalize-for-search.ts";
import { searchTextOfNames } from "../../profiles/names.ts";

/** The unfinished word before the caret: a name after `@`, or an emoji name after `:`. */
export interface CompletionTrigger {
  readonly kind: "person" | "emoji";
  /** The text typed after the `@` or the `:`. */
  readonly search: string;
  /** The index of the `@` or `:` in the text. */
  readonly start: number;
}

/**
 * Matches a name that is being typed after `@`. A name may contain up to three spaces. In Japanese text there may be no
 * space before `@`, and input methods type a full-width `＠`.
 */
const personPattern =
  /(?:^|[\s(（「『、。！？\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[@＠]((?:[^\s@＠]+[ \u3000]?){0,4})$/u;
const emojiPattern = /(?:^|[^\p{L}\p{N}:])(:([\p{L}\p{N}_+-]{2,30}))$/u;

/** Returns the unfinished name or emoji that ends at the caret. Null if there is none. */
export function findTriggerBeforeCaret(text: string, caret: number): CompletionTrigger | null {
  const textBefore = text.slice(Math.max(0, caret - 80), caret);
  // Try the emoji first. After a mentioned name, the `:` would otherwise be taken as a part of that name.
  const emojiMatch = emojiPattern.exec(textBefore);
  if (emojiMatch)
    return { kind: "emoji", search: emojiMatch[2] ?? "", start: caret - (emojiMatch[1] ?? "").length };
  const personMatch = personPattern.exec(textBefore);
  if (!personMatch) return null;
  const search = personMatch[1] ?? "";
  return { kind: "person", search, start: caret - search.length - 1 };
}

/**
 * Finds people whose name, reading or Latin name matches every word of the search. Words match at the start of a word;
 * Japanese words match anywhere. A person is left out once their full name and a space are typed, because that person
 * is mentioned already and Enter must send the message.
 */
export function findPeople<P extends PersonNames>(people: readonly P[], search: string, limit: number): P[] {
  const normalizedSearch = normalizeForSearch(search);
  const searchWords = normalizedSearch.split(/\s+/).filter(Boolean);
  return people
    .filter((person) => {
      if (normalizedSearch.startsWith(`${normalizeForSearch(person.name)} `)) return false;
      const normalizedName = searchTextOfNames(person);
      return searchWords.every(
        (word) =>
          normalizedName.startsWith(word) ||
          normalizedName.includes(` ${word}`) ||
          (/[^ -~]/.test(word) && normalizedName.includes(word)),
      );
    })
    .slice(0, limit);
}

/** Adds a space after the inserted text, unless the next character is a space. */
export const addSpaceAfter = (textAfter: string, replacement: string): string =>
  textAfter.startsWith(" ") ? replacement : `${replacement} `;
