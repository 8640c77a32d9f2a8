import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { type Term, termsOf, tsqueryOf } from "../../kit/text/words.ts";
import {
  candidatesOf,
  conditionsOf,
  type Found,
  foundColumns,
  orders,
  type Page,
  type ProjectFilter,
  partsOf,
  type Reading,
} from "./list-candidates.ts";
import { foldedTranslations } from "./translated.ts";

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

export function searchedIn({ search = "", skill = "" }: ProjectFilter): Searched[] {
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
      query: queryOf(skills),
    },
  ];
  return both.filter(({ terms }) => terms.length > 0);
}

/** Whether a project has the words, by its indexed words alone. */
const hasWords = (searched: readonly Searched[]) =>
  sql.join(
    searched.map(({ lexemes, query }) => sql`${lexemes} @@ ${query}::tsquery`),
    sql` and `,
  );

const isTextChecked = (searched: readonly Searched[]) =>
  searched.some(({ terms }) => terms.some((term) => term.together));

/** Words in quotes must stand together, which their index cannot tell, so the text itself is checked. */
function standTogether(searched: readonly Searched[]): RawBuilder<unknown> {
  const conditions = searched.flatMap(({ folded, translated, terms }) =>
    terms
      .filter((term) => term.together)
      .map(
        (term) =>
          sql`(position(${term.folded} in ${folded}) > 0 or coalesce(position(${term.folded} in ${translated}) > 0, false))`,
      ),
  );
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** How many projects are looked at to learn how common the words are among those that the list would show. */
const sampled = 100;
/**
 * What it costs to look at a project for its words, for its skills alone (they stand in its row), and to check its text,
 * as multiples of finding it by the index.
 */
const costs = { words: 2.5, skills: 0.8, text: 3 };
/** Up to so many projects are looked at for each that is needed. */
const looksForEach = 25;

/** A search in the list. `most`: how many projects are counted. */
interface Search {
  readonly reading: Reading;
  readonly searched: readonly Searched[];
  readonly page: Page;
  readonly most: number;
}

/** The projects with the words, by their index: fast for rare words. In the order of the list. */
function hitsOf({ reading, searched }: Search): { hits: RawBuilder<unknown>; sorted: RawBuilder<unknown> } {
  const { part, status, sort } = reading.filter;
  const { key, order } = orders[sort];
  const isMine = sql`p.id in (${partsOf(reading)})`;
  const visible = [
    conditionsOf(reading.filter),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(part ? [isMine] : reading.isAdmin ? [] : [sql`(p.status = 'ACTIVE' or ${isMine})`]),
  ];
  const texts = isTextChecked(searched)
    ? sql`(select ${standTogether(searched)} from projects p where p.id = c.id)`
    : sql`true`;
  return {
    // Nothing else stands beside the words: no other index is taken for them.
    hits: sql`hits as materialized (
      select p.id, p.status, p.category_id, p.currency_id, p.min_cost, p.max_cost, p.running_since, p.created_at, p.start_date
      from projects p where ${hasWords(searched)})`,
    sorted: sql`select c.id, c.${key} from (
      select p.id, p.${key} from hits p where ${sql.join(visible, sql` and `)} order by ${order} offset 0) c where ${texts}`,
  };
}

async function findByIndex(db: Executor, search: Search): Promise<Found> {
  const { page, most, reading } = search;
  const { hits, sorted } = hitsOf(search);
  const { rows } = await sql<Found>`
    with ${hits} select ${foundColumns(orders[reading.filter.sort], page)} from (${sorted} limit ${most}) found`.execute(
    db,
  );
  return rows[0] ?? { ids: [], total: 0 };
}

/**
 * Common words are found by looking at one project after another in the order of the list, until there are enough; rare
 * ones by their index. A sample of the list says how common they are: the planner cannot know. All is one statement: a
 * table of its `with` is only filled as far as it is read, and a road that is not taken reads nothing.
 */
export async function findByWords(db: Executor, search: Search): Promise<Found> {
  const { page, most, reading, searched } = search;
  const { key, order } = orders[reading.filter.sort];
  const { hits, sorted } = hitsOf(search);
  const looks = most * looksForEach;
  const look = reading.filter.search ? costs.words : costs.skills;
  const byIndex = isTextChecked(searched) ? costs.text : 1;
  const { rows } = await sql<Found & { walks: boolean; looked: number | null }>`
    with looked as materialized (
      select c.id, c.${key}, (
        select case when ${hasWords(searched)} then case when ${standTogether(searched)} then 2 else 1 end else 0 end
        from projects p where p.id = c.id) as has
      from (${candidatesOf(reading, sql`limit ${looks}`)}) c),
    sample as materialized (
      select count(*) as looked, count(*) filter (where has > 0) as worded, count(*) filter (where has = 2) as found
      from (select has from looked limit ${sampled}) s),
    road as materialized (
      select case
        when looked < ${sampled} or found >= ${most} then true
        when found = 0 or ${most} * looked * 1.2 > ${looks} * found then false
        else (${most} - found) * looked::float8 * ${look}::float8 / found <= ${byIndex}::float8 * worded / looked
          * (select reltuples from pg_class where oid = 'projects'::regclass)
        end as walks
      from sample),
    ${hits},
    found as materialized (
      (select id, ${key} from looked where has = 2 and (select walks from road) limit ${most})
      union all
      (select id, ${key} from (${sorted}) sorted where not (select walks from road) limit ${most}))
    select f.*, (select walks from road) as walks,
      case when f.total < ${most} and (select walks from road) then (select count(*)::int from looked) end as looked
    from (select ${foundColumns({ order }, page)} from found) f`.execute(db);
  const found = rows[0] ?? { ids: [], total: 0, walks: true, looked: 0 };
  // The end of the list was not reached, and there are fewer than the sample let expect.
  if (found.walks && found.looked !== null && found.looked >= looks) return findByIndex(db, search);
  return found;
}
