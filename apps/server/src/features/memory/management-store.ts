import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { rowsWithinBytes } from "../../kit/db/fitting.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { pairColumns, pairFromClause, selectPairs, type TranslationPairRow } from "./store.ts";

export interface PairSearch {
  scope: string;
  lexemes: string | null;
  from: Language | undefined;
  to: Language | undefined;
  approved: boolean | undefined;
}

const fromPairsOfSearch = ({ scope, lexemes, from, to, approved }: PairSearch) => sql`
  from memory_units u where u.scope = ${scope} ${lexemes === null ? sql`` : sql`and u.lexemes @@ ${lexemes}::tsquery`}
    ${from ? sql`and u.source_language = ${from}` : sql``} ${to ? sql`and u.target_language = ${to}` : sql``}
    ${approved === undefined ? sql`` : sql`and u.approved = ${approved}`}`;

/**
 * Returns a page of search results in the translation memory, and the total number of results. With search words,
 * approved pairs come first. Without them, the pairs that were changed last come first. The total is at most `maximum`.
 */
export async function searchPairs(
  db: Executor,
  query: PairSearch,
  { offset, limit, maximum }: { offset: number; limit: number; maximum: number },
): Promise<{ units: TranslationPairRow[]; total: number }> {
  // Without search words, take the newest translation pairs by their index. With words, take the first `maximum` pairs
  // from the word index, in any order: sorting all matching pairs would be slow.
  const order = query.lexemes === null ? sql`order by u.updated_at desc, u.id desc` : sql``;
  const matchingPairs = sql`select u.id, u.approved, u.updated_at, octet_length(u.source) + octet_length(u.target) as bytes
    ${fromPairsOfSearch(query)} ${order} limit ${maximum}`;
  const orderOfFoundPairs =
    query.lexemes === null ? sql`updated_at desc, id desc` : sql`approved desc, updated_at desc, id desc`;
  const page = sql`select * from found order by ${orderOfFoundPairs} limit ${limit} offset ${offset}`;
  const { rows } = await sql<TranslationPairRow & { total: number }>`
    with found as materialized (${matchingPairs})
    select ${pairColumns}, (select count(*)::int from found) as total
    from ${rowsWithinBytes(page, orderOfFoundPairs)} f join ${pairFromClause} on u.id = f.id
    order by ${sql.raw(query.lexemes === null ? "" : "u.approved desc, ")} u.updated_at desc, u.id desc`.execute(
    db,
  );
  return { units: rows.map(({ total: _, ...unit }) => unit), total: rows[0]?.total ?? 0 };
}

/**
 * Yields all translation pairs of a scope in batches of at most `batchSize`, in the order of their ids. `from` and `to`
 * narrow the pairs to these languages.
 */
export async function* readPairsInBatches(
  db: Executor,
  { scope, from, to }: Pick<PairSearch, "scope" | "from" | "to">,
  batchSize: number,
): AsyncGenerator<TranslationPairRow[]> {
  // The first batch starts with the smallest possible id, so that even this query has a condition on the id. With the
  // condition, PostgreSQL uses the index of ids, even if the table was never analysed.
  for (let lastPairId = "00000000-0000-0000-0000-000000000000"; ; ) {
    const batch: TranslationPairRow[] = await selectPairs(
      db,
      sql`where u.scope = ${scope} and u.id > ${lastPairId}
        ${from ? sql`and u.source_language = ${from}` : sql``} ${to ? sql`and u.target_language = ${to}` : sql``}
        order by u.id limit ${batchSize}`,
    );
    if (batch.length > 0) yield batch;
    lastPairId = batch.at(-1)?.id ?? lastPairId;
    if (batch.length < batchSize) return;
  }
}

export async function lockPair(tx: Executor, id: string): Promise<TranslationPairRow> {
  const [pairRow] = await selectPairs(tx, sql`where u.id = ${id} for update of u`);
  if (!pairRow) throw createNotFoundError();
  return pairRow;
}

export const updatePair = (
  tx: Executor,
  id: string,
  change: { target: string; approved: boolean; lexemes: readonly string[] },
) =>
  sql`update memory_units set target = ${change.target}, approved = ${change.approved}, updated_at = now(),
    changed_at = now(), lexemes = array_to_tsvector(${change.lexemes}::text[]) where id = ${id}`.execute(tx);

export const deletePair = (tx: Executor, id: string) =>
  sql`delete from memory_units where id = ${id}`.execute(tx);
