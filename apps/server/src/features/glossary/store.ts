import type { GlossaryEntry, TermTranslation } from "@kakehashi/contract/glossary";
import { type Language, languages } from "@kakehashi/contract/languages";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { containsWordsCondition, foldedWordsOf } from "../../kit/db/words.ts";
import { createNotFoundError } from "../../kit/errors.ts";

export type GlossaryEntryRow = Omit<GlossaryEntry, "updated_at"> & { updated_at: Date };
export type LockedGlossaryEntry = GlossaryEntryRow & { scope: string };
export type GlossaryEntryColumns = Omit<GlossaryEntryRow, "updated_at">;

/** The scope of the firm's glossary, which everybody in the firm shares. */
export const firmGlossaryScope = "00000000-0000-0000-0000-000000000000";

const glossaryEntryColumns = sql`id, en, vi, ja, note, do_not_translate, updated_at`;

export async function searchGlossaryEntries(
  db: Executor,
  scope: string,
  { search, offset, limit }: { search: string; offset: number; limit: number },
): Promise<{ entries: GlossaryEntryRow[]; total: number }> {
  const matchingEntriesClause = sql`from glossary_entries where scope = ${scope} and ${containsWordsCondition(sql`folded`, foldedWordsOf(search))}`;
  const [page, count] = await Promise.all([
    sql<GlossaryEntryRow>`select ${glossaryEntryColumns} ${matchingEntriesClause}
      order by lower(coalesce(en, vi, ja)), id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${matchingEntriesClause}`.execute(db),
  ]);
  return { entries: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** Returns the whole glossary, the oldest entry first. */
export async function listAllEntries(db: Executor, scope: string): Promise<GlossaryEntryRow[]> {
  const { rows } = await sql<GlossaryEntryRow>`
    select ${glossaryEntryColumns} from glossary_entries where scope = ${scope} order by id`.execute(db);
  return rows;
}

/**
 * Returns the terms to look for in texts of one language, with their translations into the other. A name that is not
 * translated is looked for as it is written in the language of the texts, or else as in the first language that has it
 * (English, Vietnamese, Japanese). If two glossaries have the same term, the glossary that comes first in `scopes` wins.
 * Terms that differ only in character width or case are the same; terms with different accents are different.
 */
export async function listTermsToFind(
  db: Executor,
  scopes: readonly string[],
  from: Language,
  to: Language,
  offset: number,
): Promise<TermTranslation[]> {
  const [source, target] = [sql.ref(from), sql.ref(to)];
  const { rows } = await sql<TermTranslation>`
    with found as (
      select id, coalesce(${source}, en, vi, ja) as term, coalesce(${target}, ${source}, en, vi, ja) as translation, note,
        do_not_translate, nullif(scope, ${firmGlossaryScope}::uuid) as project_id, array_position(${scopes}::uuid[], scope) as place
      from glossary_entries
      where scope = any(${scopes}::uuid[]) and (do_not_translate or (${source} is not null and ${target} is not null))
    )
    select id, term, translation, note, do_not_translate, project_id from found f
    where not exists (select from found e where e.place < f.place
      and lower(normalize(e.term, nfkc)) = lower(normalize(f.term, nfkc)))
    order by place, id offset ${offset}`.execute(db);
  return rows;
}

export async function countEntries(db: Executor, scope: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from glossary_entries where scope = ${scope}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function lockEntry(tx: Executor, id: string): Promise<LockedGlossaryEntry> {
  const { rows } = await sql<LockedGlossaryEntry>`
    select ${glossaryEntryColumns}, scope from glossary_entries where id = ${id} for update`.execute(tx);
  const [entryRow] = rows;
  if (!entryRow) throw createNotFoundError();
  return entryRow;
}

/**
 * Finds an entry of the glossary with the same terms. With `excludedEntryId`, ignores this entry. Character width,
 * case, and the choice of hiragana or katakana make no difference, as in a search.
 */
export async function findEntryWithSameTerms(
  tx: Executor,
  scope: string,
  { en, vi, ja }: Pick<GlossaryEntryColumns, "en" | "vi" | "ja">,
  excludedEntryId: string | null = null,
): Promise<GlossaryEntryRow | undefined> {
  const { rows } = await sql<GlossaryEntryRow>`
    select ${glossaryEntryColumns} from glossary_entries
    where scope = ${scope} and term_key = ${createTermKeySql(sql`${en}::text`, sql`${vi}::text`, sql`${ja}::text`)}
      and id is distinct from ${excludedEntryId}::uuid`.execute(tx);
  return rows[0];
}

/**
 * Finds an entry that has all of the given terms, and maybe further ones. If there is one, no new entry is needed.
 * Compares terms as `findEntryWithSameTerms` does.
 */
export async function findEntryContainingAllTerms(
  tx: Executor,
  glossaryScope: string,
  entry: Pick<GlossaryEntryColumns, "en" | "vi" | "ja">,
): Promise<GlossaryEntryRow | undefined> {
  const languagesWithTerm = languages.filter((language) => entry[language] !== null);
  // The column `folded` contains the normalised text of all terms of an entry. This column is tested first, because
  // normalising each term takes long.
  const containsTermCondition = (
    language: Language,
  ) => sql`(position(fold_text(${entry[language]}) in folded) > 0
    and fold_text(${sql.ref(language)}) = fold_text(${entry[language]}))`;
  const { rows } = await sql<GlossaryEntryRow>`
    select ${glossaryEntryColumns} from glossary_entries
    where scope = ${glossaryScope} and ${sql.join(languagesWithTerm.map(containsTermCondition), sql` and `)} order by id limit 1`.execute(
    tx,
  );
  return rows[0];
}

/** SQL that computes the value of the column `term_key` from the terms of an entry. */
const createTermKeySql = (...terms: RawBuilder<unknown>[]) =>
  sql`md5(${sql.join(
    terms.map((term) => sql`coalesce(fold_text(${term}), '')`),
    sql` || E'\\n' || `,
  )})`;

/** Inserts an entry, or updates it if it exists. */
export async function saveEntry(
  tx: Executor,
  glossaryScope: string,
  entry: GlossaryEntryColumns,
  userId: string | null,
): Promise<GlossaryEntryRow> {
  const { rows } = await sql<GlossaryEntryRow>`
    insert into glossary_entries (id, scope, en, vi, ja, note, do_not_translate, user_id)
    values (${entry.id}, ${glossaryScope}, ${entry.en}, ${entry.vi}, ${entry.ja}, ${entry.note}, ${entry.do_not_translate},
      ${userId})
    on conflict (id) do update set en = excluded.en, vi = excluded.vi, ja = excluded.ja, note = excluded.note,
      do_not_translate = excluded.do_not_translate, user_id = excluded.user_id, updated_at = now()
    returning ${glossaryEntryColumns}`.execute(tx);
  const [savedRow] = rows;
  if (!savedRow) throw createNotFoundError();
  return savedRow;
}

/** Locks a glossary for an import until the transaction ends, because an import reads all entries before it writes. */
export const lockScopeForImport = (tx: Executor, scope: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`glossary ${scope}`}, 0))`.execute(tx);

export const removeEntry = (tx: Executor, id: string) =>
  sql`delete from glossary_entries where id = ${id}`.execute(tx);

/** The state of a glossary entry before an import changed it. */
export type GlossaryEntryBeforeImport = Omit<GlossaryEntryColumns, "id"> & {
  user_id: string | null;
  updated_at: string;
};

/**
 * Reads a glossary entry before an import changes it. `updated_at` includes microseconds, because an undo compares it
 * with the stored time.
 */
export async function readEntryBeforeImport(
  tx: Executor,
  id: string,
): Promise<GlossaryEntryBeforeImport | null> {
  const { rows } = await sql<{ before: GlossaryEntryBeforeImport }>`
    select jsonb_build_object('en', en, 'vi', vi, 'ja', ja, 'note', note, 'do_not_translate', do_not_translate,
      'user_id', user_id, 'updated_at', updated_at) as before
    from glossary_entries where id = ${id}`.execute(tx);
  return rows[0]?.before ?? null;
}

/**
 * A change that an import made to a glossary entry, with the values for an undo. `before` is the result of
 * `readEntryBeforeImport`.
 */
export interface GlossaryChangeToUndo {
  id: string;
  at: string;
  before: object | null;
}

/**
 * Undoes an import's change of a glossary entry and returns true. Returns false if somebody has changed the entry after
 * the import, or if another entry now has the terms that the entry had before. Returns undefined if the entry no longer
 * exists.
 */
export async function undoImportedChange(
  tx: Executor,
  { id, at, before }: GlossaryChangeToUndo,
): Promise<boolean | undefined> {
  const { rows: storedRows } = await sql<{ same: boolean }>`
    select updated_at = ${at}::timestamptz as same from glossary_entries where id = ${id} for update`.execute(
    tx,
  );
  if (!storedRows[0]?.same) return storedRows[0]?.same;
  const { numAffectedRows } =
    before === null
      ? await removeEntry(tx, id)
      : await sql`
    update glossary_entries e set en = b.en, vi = b.vi, ja = b.ja, note = b.note, do_not_translate = b.do_not_translate,
      user_id = (select u.id from users u where u.id = b.user_id), updated_at = b.updated_at
    from jsonb_to_record(${JSON.stringify(before)}::jsonb) as b(en text, vi text, ja text, note text,
      do_not_translate boolean, user_id uuid, updated_at timestamptz)
    where e.id = ${id} and not exists (select from glossary_entries o where o.scope = e.scope and o.id <> e.id
      and o.term_key = ${createTermKeySql(sql`b.en`, sql`b.vi`, sql`b.ja`)})`.execute(tx);
  return numAffectedRows === 1n;
}
