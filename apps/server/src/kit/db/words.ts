import { type RawBuilder, sql } from "kysely";
import { fold, piecesOf } from "../text/fold.ts";

/** The words of a search as `fold_text` has them. Folded before they are escaped: a full-width ％ becomes a % first. */
export const foldedWordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);

/**
 * Whether a folded text has each of these folded words, in any order: at the beginning of a word, or anywhere where the
 * script has no spaces.
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
