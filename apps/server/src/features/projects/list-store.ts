import {
  countedProjects,
  type Project,
  type ProjectItem,
  type projectParts,
  type projectSorts,
} from "@kakehashi/contract/projects";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { lexemesOf } from "../../kit/text/fold.ts";
import { type Term, termsOf, tsqueryOf } from "../../kit/text/words.ts";
import { applying, findItems, joined, type Reader } from "./store.ts";
import { foldedTranslations } from "./translated.ts";

export interface ProjectFilter {
  search?: string | undefined;
  skill?: string | undefined;
  category_id?: string | undefined;
  currency_id?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  status?: Project["status"] | undefined;
  running?: boolean | undefined;
  part?: (typeof projectParts)[number] | undefined;
  sort: (typeof projectSorts)[number];
}

const parts = {
  host: sql`mine.is_host`,
  joined: sql`mine.status in ${joined} and not mine.is_host`,
  applied: sql`mine.status in ${applying}`,
  invited: sql`mine.status = 'WAITING_CONFIRM_INVITE'`,
} as const satisfies Record<NonNullable<ProjectFilter["part"]>, RawBuilder<unknown>>;

/** The columns that a list is ordered by. Each order has its own index. */
const orders = {
  newest: { key: sql`created_at`, order: sql`created_at desc, id desc` },
  start: { key: sql`start_date`, order: sql`start_date, id` },
  budget: { key: sql`max_cost`, order: sql`max_cost desc, id desc` },
} as const satisfies Record<ProjectFilter["sort"], unknown>;

const ownProjects = ({ userId }: Reader, condition: RawBuilder<unknown>) => sql`p.id in (
  select mine.project_id from project_members mine
  where mine.user_id = ${userId} and mine.archived_at is null and ${condition})`;

/** What is searched for, and in which columns: the words, and the folded texts that they come from. */
interface Searched {
  readonly lexemes: RawBuilder<unknown>;
  readonly folded: RawBuilder<unknown>;
  readonly translated: RawBuilder<unknown>;
  readonly terms: readonly Term[];
  readonly query: string;
}

/** A single letter is a word of its own, such as the language C: thousands of words begin with it. */
const queryOf = (terms: readonly Term[]) => tsqueryOf(terms).replace(/^'([a-z0-9])':\*$/, "'$1'");

/**
 * The same query, which names each word also as a whole. PostgreSQL knows how common whole words are. In a column with
 * few words it assumes that a beginning is rare, and then reads every row with a common skill.
 */
const withWholeWords = (query: string) => query.replace(/'([^']+)':\*/g, "('$1' | '$1':*)");

function searchedIn({ search = "", skill = "" }: ProjectFilter): Searched[] {
  const [words, skills] = [termsOf(search), termsOf(skill)];
  const both = [
    {
      lexemes: sql`p.lexemes`,
      folded: sql`p.folded`,
      translated: foldedTranslations(null),
      terms: words,
      query: queryOf(words),
    },
    {
      lexemes: sql`p.skill_lexemes`,
      folded: sql`p.folded_skill`,
      translated: foldedTranslations("skill"),
      terms: skills,
      query: withWholeWords(queryOf(skills)),
    },
  ];
  return both.filter(({ terms }) => terms.length > 0);
}

function conditionsOf(
  reader: Reader,
  filter: ProjectFilter,
  searched: readonly Searched[],
): RawBuilder<unknown>[] {
  const { category_id, currency_id, min, max, running, part } = filter;
  const conditions = searched.map(({ lexemes, query }) => sql`${lexemes} @@ ${query}::tsquery`);
  if (category_id) conditions.push(sql`p.category_id = ${category_id}`);
  if (currency_id) conditions.push(sql`p.currency_id = ${currency_id}`);
  if (min !== undefined) conditions.push(sql`p.max_cost >= ${min}`);
  if (max !== undefined) conditions.push(sql`p.min_cost <= ${max}`);
  if (running !== undefined)
    conditions.push(running ? sql`p.running_since is not null` : sql`p.running_since is null`);
  if (part) conditions.push(ownProjects(reader, parts[part]));
  return conditions;
}

/**
 * Words in quotes must stand together, which the index cannot tell, so the text itself is checked. It is
 * long, so projects are checked one after another in the order of the list, until the page is full.
 */
function textConditions(searched: readonly Searched[]): RawBuilder<unknown>[] {
  return searched.flatMap(({ folded, translated, terms }) =>
    terms
      .filter((term) => term.together)
      .map(
        (term) =>
          sql`(select position(${term.folded} in ${folded}) > 0 or coalesce(position(${term.folded} in ${translated}) > 0, false)
            from projects p where p.id = candidate.id)`,
      ),
  );
}

/**
 * The condition for the projects that the reader may see, for each status, because each status has its own
 * range in the indexes: all active ones; of the others their own, or every one for admins.
 */
function visibleByStatus(reader: Reader, status: ProjectFilter["status"]): RawBuilder<unknown>[] {
  const active = sql`p.status = 'ACTIVE'`;
  const others = reader.isAdmin
    ? sql`p.status = 'DEACTIVE'`
    : sql`p.status = 'DEACTIVE' and ${ownProjects(reader, sql`true`)}`;
  if (status === "ACTIVE") return [active];
  return status === "DEACTIVE" ? [others] : [active, others];
}

/**
 * The projects of one page. Counts at most `countedProjects` + 1: a larger total only says that there are
 * more. The page is found in narrow indexes first, then its rows are read.
 */
export async function listProjects(
  db: Executor,
  reader: Reader,
  filter: ProjectFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ projects: ProjectItem[]; total: number }> {
  const { key, order } = orders[filter.sort];
  const most = sql`limit ${Math.max(countedProjects + 1, offset + limit + 1)}`;
  const searched = searchedIn(filter);
  const conditions = conditionsOf(reader, filter, searched);
  const texts = textConditions(searched);
  const branches = visibleByStatus(reader, filter.status).map(
    (visible) => sql`(select p.id, p.${key} from projects p
      where ${sql.join([visible, ...conditions], sql` and `)} order by ${order} ${texts.length > 0 ? sql`` : most})`,
  );
  const candidates = sql`(${sql.join(branches, sql` union all `)})`;
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    select count(*)::int as total, (array_agg(id order by ${order}))[${offset + 1}::int:${offset + limit}::int] as ids
    from (
      select id, ${key} from (select id, ${key} from ${candidates} visible order by ${order} offset 0) candidate
      ${texts.length > 0 ? sql`where ${sql.join(texts, sql` and `)}` : sql``} ${most}) found`.execute(db);
  const [{ total = 0, ids = null } = {}] = rows;
  return { projects: await findItems(db, reader, ids ?? []), total };
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
