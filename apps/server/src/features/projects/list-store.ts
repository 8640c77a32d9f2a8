import { countedProjects, type ProjectItem } from "@kakehashi/contract/projects";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { lexemesOf } from "../../kit/text/fold.ts";
import { findAll, type Page, type ProjectFilter, startReading } from "./list-candidates.ts";
import { findByWords, searchedIn } from "./list-words.ts";
import { findItems, type Reader } from "./store.ts";
import { foldedTranslations } from "./translated.ts";

/**
 * The projects of one page. Counts at most `countedProjects` + 1: a larger total only says that there are
 * more. The page is found in narrow indexes first, then its rows are read.
 */
export async function listProjects(
  db: Executor,
  reader: Reader,
  filter: ProjectFilter,
  page: Page,
): Promise<{ projects: ProjectItem[]; total: number }> {
  const most = Math.max(countedProjects + 1, page.offset + page.limit + 1);
  const searched = searchedIn(filter);
  const reading = await startReading(db, reader, filter);
  const { ids, total } =
    searched.length > 0
      ? await findByWords(db, { reading, searched, page, most })
      : await findAll(db, reading, page, most);
  return { projects: await findItems(db, reader, ids), total };
}

/** Stores the words by which a project is found, also those of its translations. */
export async function storeSearchWords(db: Executor, id: string): Promise<void> {
  const { rows } = await sql<{ folded: string; folded_skill: string }>`
    select concat_ws(' ', folded, ${foldedTranslations(null)}) as folded,
      concat_ws(' ', folded_skill, ${foldedTranslations("skill")}) as folded_skill
    from projects p where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return;
  await sql`update projects set lexemes = array_to_tsvector(${lexemesOf(row.folded)}::text[]),
    skill_lexemes = array_to_tsvector(${lexemesOf(row.folded_skill)}::text[]) where id = ${id}`.execute(db);
}

/** Stores the words of projects from before this column existed. */
export async function storeMissingSearchWords(db: Executor): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from projects where lexemes is null order by id limit 100`.execute(db);
    for (const { id } of rows) await storeSearchWords(db, id);
    if (rows.length < 100) return;
  }
}
