import { type RawBuilder, sql } from "kysely";
import { fold, piecesOf } from "../text/fold.ts";

/**
 * Splits a search text into folded words, like the SQL function `fold_text`. Folds the text before it escapes
 * the wildcards of LIKE, because a full-width ％ becomes a % by folding.
 */
export const foldedWordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);

/**
 * Whether a folded text contains all of these folded words, in any order. A word must be at the start of a word of the
 * text, or anywhere in a script without spaces.
 */
export const hasWords = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  words.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        words.map((word) => hasWord(text, word)),
        sql` and `,
      )})`;

function hasWord(text: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  const pattern = word.replace(/[\\%_]/g, "\\$&");
  const [first] = piecesOf(word);
  if (first?.kind !== "word") return sql`${text} like ${`%${pattern}%`}`;
  return sql`(${text} like ${`${pattern}%`} or ${text} like ${`% ${pattern}%`})`;
}
