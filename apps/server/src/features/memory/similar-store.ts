import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { IndexKeyFrequencies, LanguagePair } from "./grams.ts";

export interface SimilarPairCandidate {
  id: string;
  folded: string;
}

/**
 * Lists the translation pairs in `scopes` whose source has a similar length and matches at least one list of index keys
 * in `anyOf`. A source matches a list if it has at least one key of each group in the list.
 */
export async function listSimilarPairCandidates(
  db: Executor,
  { from, to }: LanguagePair,
  scopes: readonly string[],
  candidateFilter: {
    anyOf: readonly (readonly (readonly number[])[])[];
    shortest: number;
    longest: number;
    maximum: number;
  },
): Promise<SimilarPairCandidate[]> {
  const sharesIndexKeys = sql.join(
    candidateFilter.anyOf.map(
      (groups) =>
        sql`(${sql.join(
          groups.map((group) => sql`grams && ${group}::int[]`),
          sql` and `,
        )})`,
    ),
    sql` or `,
  );
  const { rows } = await sql<SimilarPairCandidate>`
    select id, folded from memory_units
    where (${sharesIndexKeys})
      and length(folded) between ${candidateFilter.shortest} and ${candidateFilter.longest}
      and source_language = ${from} and target_language = ${to} and scope = any(${scopes}::uuid[])
    limit ${candidateFilter.maximum}`.execute(db);
  return rows;
}

/** Reads how often the most frequent index keys occur, from the statistics that PostgreSQL's last `analyze` stored. */
export async function readIndexKeyFrequencies(db: Executor): Promise<IndexKeyFrequencies> {
  const { rows } = await sql<{ rows: number; grams: number[] | null; shares: number[] | null }>`
    select c.reltuples::float8 as rows, s.most_common_elems::text::int[] as grams, s.most_common_elem_freqs as shares
    from pg_class c
    left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname
      and s.attname = 'grams'
    where c.oid = 'memory_units'::regclass`.execute(db);
  const [pairRow] = rows;
  const grams = pairRow?.grams ?? [];
  // PostgreSQL's list of frequencies ends with three additional numbers: the minimum, the maximum, and the frequency of
  // null elements. Remove them.
  const frequencies = (pairRow?.shares ?? []).slice(0, grams.length);
  return {
    memoryRowCount: Math.max(0, pairRow?.rows ?? 0),
    shareByKey: new Map(grams.map((gram, index) => [gram, frequencies[index] ?? 0])),
    maximumShareOfUnlistedKeys: frequencies.length > 0 ? Math.min(...frequencies) / 2 : 0,
  };
}
