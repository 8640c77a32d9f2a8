import { maximumCountedProjects, type ProjectListItem } from "@kakehashi/contract/projects";
import { type Kysely, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { lexemesOf } from "../../kit/text/fold.ts";
import {
  findWithoutSearch,
  type OffsetAndLimit,
  type ProjectFilter,
  prepareProjectListReader,
} from "./list-candidates.ts";
import { chooseColumnsToSearch, findByWords } from "./list-words.ts";
import { findProjectItems, type ProjectReader } from "./store.ts";
import { foldedTranslations } from "./translated.ts";

/**
 * Returns one page of projects. First finds the ids of the page by small indexes, then reads only these projects. The
 * count of all found projects stops at `maximumCountedProjects` + 1, or one after the page if that is more.
 */
export async function listProjects(
  db: Executor,
  reader: ProjectReader,
  filter: ProjectFilter,
  page: OffsetAndLimit,
): Promise<{ projects: ProjectListItem[]; total: number }> {
  const maximumCount = Math.max(maximumCountedProjects + 1, page.offset + page.limit + 1);
  const searchColumns = chooseColumnsToSearch(filter);
  const listReader = await prepareProjectListReader(db, reader, filter);
  const { ids, total } =
    searchColumns.length > 0
      ? await findByWords(db, {
          listReader,
          searchColumns,
          page,
          maximumCount,
        })
      : await findWithoutSearch(db, listReader, page, maximumCount);
  return { projects: await findProjectItems(db, reader, ids), total };
}

/** Stores the words of a project's texts and translations for the search. */
export async function storeSearchWords(tx: Executor, id: string): Promise<void> {
  // Locks the project before reading its texts. So two transactions cannot store the words of older texts over those of
  // newer ones.
  await sql`select from listed_projects where id = ${id} for update`.execute(tx);
  const { rows } = await sql<{ folded: string; folded_skill: string }>`
    select concat_ws(' ', folded, ${foldedTranslations(null)}) as folded,
      concat_ws(' ', folded_skill, ${foldedTranslations("skill")}) as folded_skill
    from projects p where id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) return;
  await sql`update listed_projects set lexemes = array_to_tsvector(${lexemesOf(row.folded)}::text[]),
    skill_lexemes = array_to_tsvector(${lexemesOf(row.folded_skill)}::text[]) where id = ${id}`.execute(tx);
}

/** Stores the search words of all projects that have none yet. */
export async function storeMissingSearchWords(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from listed_projects where lexemes is null order by id limit 100`.execute(db);
    for (const { id } of rows) await db.transaction().execute((tx) => storeSearchWords(tx, id));
    if (rows.length < 100) return;
  }
}
