import { type RawBuilder, sql } from "kysely";
import { foldText, splitIntoPieces } from "../text/fold.ts";

/**
 * Splits a search text into words. Also removes differences of width, case and accents, as the SQL function `fold_text`
 * does. Escapes no LIKE wildcards. `containsWordsCondition` escapes them in the folded words, because folding turns a
 * full-width ％ into %.
 */
export const foldedWordsOf = (search: string): string[] => foldText(search).split(/\s+/).filter(Boolean);

/**
 * Returns an SQL condition: a folded text contains all of these folded words, in any order. A search word must match
 * the beginning of a word; in a script without spaces it may match anywhere.
 */
export const containsWordsCondition = (
  text: RawBuilder<unknown>,
  words: readonly string[],
): RawBuilder<boolean> =>
  words.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(
        words.map((word) => hasWord(text, word)),
        sql` and `,
      )})`;

function hasWord(text: RawBuilder<unknown>, word: string): RawBuilder<unknown> {
  const likePattern = word.replace(/[\\%_]/g, "\\$&");
  const [firstPiece] = splitIntoPieces(word);
  if (firstPiece?.kind !== "word") return sql`${text} like ${`%${likePattern}%`}`;
  return sql`(${text} like ${`${likePattern}%`} or ${text} like ${`% ${likePattern}%`})`;
}
