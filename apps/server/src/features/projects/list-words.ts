import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { buildTsquery, parseSearchTerms, type SearchTerm } from "../../kit/text/words.ts";
import {
  type FoundProjects,
  type OffsetAndLimit,
  type ProjectFilter,
  type ProjectListReader,
  projectFilterConditions,
  selectOwnProjectIds,
  sortOrders,
  totalAndPageIds,
} from "./list-candidates.ts";
import { foldedTranslations } from "./translated.ts";

/**
 * The terms of one search, and the columns to search. `lexemes` contains indexed words; `folded` and `translated`
 * contain texts.
 */
interface SearchColumns {
  readonly lexemes: RawBuilder<unknown>;
  readonly folded: RawBuilder<unknown>;
  readonly translated: RawBuilder<unknown>;
  readonly terms: readonly SearchTerm[];
  readonly query: string;
}

/**
 * Builds a full-text query. A search word matches the beginning of a word. If the search is only one letter or digit,
 * such as the language C, it must match a whole word, because thousands of words begin with it.
 */
const textQueryOf = (terms: readonly SearchTerm[]) =>
  buildTsquery(terms).replace(/^'([a-z0-9])':\*$/, "'$1'");

export function chooseColumnsToSearch({ search = "", skill = "" }: ProjectFilter): SearchColumns[] {
  const [words, skills] = [parseSearchTerms(search), parseSearchTerms(skill)];
  const allColumns = [
    {
      lexemes: sql`p.lexemes`,
      folded: sql`p.folded`,
      translated: foldedTranslations(null),
      terms: words,
      query: textQueryOf(words),
    },
    {
      lexemes: sql`p.skill_lexemes`,
      folded: sql`p.folded_skill`,
      translated: foldedTranslations("skill"),
      terms: skills,
      query: textQueryOf(skills),
    },
  ];
  return allColumns.filter(({ terms }) => terms.length > 0);
}

/** SQL condition: a listed project contains the search words. It reads only the word index, not the projects' texts. */
const hasWords = (searchColumns: readonly SearchColumns[]) =>
  sql.join(
    searchColumns.map(({ lexemes, query }) => sql`${lexemes} @@ ${query}::tsquery`),
    sql` and `,
  );

const needsTextCheck = (searchColumns: readonly SearchColumns[]) =>
  searchColumns.some(({ terms }) => terms.some((term) => term.isPhrase));

/** SQL condition: words in quotes occur next to each other in the text. The word index cannot check this. */
function hasPhrases(searchColumns: readonly SearchColumns[]): RawBuilder<unknown> {
  const conditions = searchColumns.flatMap(({ folded, translated, terms }) =>
    terms
      .filter((term) => term.isPhrase)
      .map(
        (term) =>
          sql`(position(${term.folded} in ${folded}) > 0 or coalesce(position(${term.folded} in ${translated}) > 0, false))`,
      ),
  );
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** A search in the project list. It counts at most `maximumCount` results. */
interface ProjectSearch {
  readonly listReader: ProjectListReader;
  readonly searchColumns: readonly SearchColumns[];
  readonly page: OffsetAndLimit;
  readonly maximumCount: number;
}

/**
 * Finds projects by the word index. Reads only a small row of each match, so that the search is fast even for a word
 * that half of all projects contain. If the search is limited to the reader's own projects and these are few, checks
 * each of them without the index.
 */
export async function findByWords(
  db: Executor,
  {
    page,
    maximumCount: maximumMatches,
    listReader: searchReader,
    searchColumns: columnsToSearch,
  }: ProjectSearch,
): Promise<FoundProjects> {
  const { part, status, sort } = searchReader.filter;
  const { key, order } = sortOrders[sort];
  // Because of `is true`, PostgreSQL checks this condition for each row, and uses no index and no join for it.
  const isOwnProjectCondition = sql`(p.id in (${selectOwnProjectIds(searchReader)})) is true`;
  const shouldCheckOneByOne = part !== undefined && !searchReader.hasManyProjects;
  const tables = shouldCheckOneByOne
    ? sql`(${selectOwnProjectIds(searchReader)}) mine join listed_projects p on p.id = mine.project_id`
    : sql`listed_projects p`;
  const visibilityConditions = part
    ? shouldCheckOneByOne
      ? []
      : [isOwnProjectCondition]
    : [sql`(p.status = 'ACTIVE' or ${isOwnProjectCondition})`];
  const conditions = [
    shouldCheckOneByOne ? sql`(${hasWords(columnsToSearch)}) is true` : hasWords(columnsToSearch),
    projectFilterConditions(searchReader.filter),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(part || !searchReader.isAdmin ? visibilityConditions : []),
  ];
  const hits = sql`select p.id, p.${key} from ${tables} where ${sql.join(conditions, sql` and `)} order by ${order} offset 0`;
  // Reads the texts of projects in the order of the list, and stops when enough projects are found.
  const texts = needsTextCheck(columnsToSearch)
    ? sql`where (select ${hasPhrases(columnsToSearch)} from projects p where p.id = hits.id)`
    : sql``;
  const { rows } = await sql<FoundProjects>`
    select ${totalAndPageIds(sortOrders[sort], page)}
    from (select * from (${hits}) hits ${texts} limit ${maximumMatches}) found`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}
