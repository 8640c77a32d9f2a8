import { type RawBuilder, sql } from "kysely";
import { fold, piecesOf } from "../text/fold.ts";

/**
 * Splits a search text into words, folded as in the SQL function `fold_text`: without differences of width, case and
 * accents. Folds before the wildcards of LIKE are escaped, because folding turns a full-width ％ into %.
 */
export const foldedWordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);

/**
 * Returns an SQL condition: whether a folded text contains all of these folded words, in any order. A word must begin a
 * word of the text. In a script without spaces it may be anywhere.
 */
export const hasWords = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  words.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        words.map((word) => hasWord(text, word)),
        sql` and `,
      )})`;

function hasWord(text: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  const likePattern = word.replace(/[\\%_]/g, "\\$&");
  const [first] = piecesOf(word);
  if (first?.kind !== "word") return sql`${text} like ${`%${likePattern}%`}`;
  return sql`(${text} like ${`${likePattern}%`} or ${text} like ${`% ${likePattern}%`})`;
}
