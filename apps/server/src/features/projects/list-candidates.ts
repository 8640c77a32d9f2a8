import type { Project, projectListMembershipFilters, projectSorts } from "@kakehashi/contract/projects";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { applyingStatusesSql, endedStatusesSql, joinedStatusesSql } from "./statuses.ts";
import type { ProjectReader } from "./store.ts";

export interface ProjectFilter {
  search?: string | undefined;
  skill?: string | undefined;
  category_id?: string | undefined;
  currency_id?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  status?: Project["status"] | undefined;
  running?: boolean | undefined;
  part?: (typeof projectListMembershipFilters)[number] | undefined;
  sort: (typeof projectSorts)[number];
}

const partConditions = {
  host: sql`mine.is_host`,
  joined: sql`mine.status in ${joinedStatusesSql} and not mine.is_host`,
  applied: sql`mine.status in ${applyingStatusesSql}`,
  invited: sql`mine.status = 'WAITING_CONFIRM_INVITE'`,
} as const satisfies Record<NonNullable<ProjectFilter["part"]>, RawBuilder<unknown>>;

/** The sort orders of the project list. Each order has its own database index. */
export const sortOrders = {
  newest: { key: sql`created_at`, order: sql`created_at desc, id desc` },
  start: { key: sql`start_date`, order: sql`start_date, id` },
  budget: { key: sql`max_cost`, order: sql`max_cost desc, id desc` },
} as const satisfies Record<ProjectFilter["sort"], unknown>;

/**
 * SQL for the filter conditions of the project list. They use only columns that its indexes contain, so PostgreSQL need
 * not read the projects themselves. `p` is a row of `listed_projects`.
 */
export function projectFilterConditions(filter: ProjectFilter): RawBuilder<unknown> {
  const { category_id, currency_id, min, max, running } = filter;
  const conditions = [sql`true`];
  if (category_id) conditions.push(sql`p.category_id = ${category_id}`);
  if (currency_id) conditions.push(sql`p.currency_id = ${currency_id}`);
  if (min !== undefined) conditions.push(sql`p.max_cost >= ${min}`);
  if (max !== undefined) conditions.push(sql`p.min_cost <= ${max}`);
  if (running !== undefined) conditions.push(running ? sql`p.is_running` : sql`not p.is_running`);
  return sql.join(conditions, sql` and `);
}

/**
 * Up to this many projects of a reader are looked up one by one. If the reader has more, it is faster to read all
 * projects in the order of the list, and to check for each whether the reader is a member.
 */
const maximumLookedUpProjects = 1_000;

/** The person who reads the project list, and the filter that they chose. */
export interface ProjectListReader extends ProjectReader {
  readonly filter: ProjectFilter;
  /** Whether the reader has more than `maximumLookedUpProjects` projects of their own. */
  readonly hasManyProjects: boolean;
}

/** SQL that selects the ids of the reader's own projects, in which they are a member. */
export const selectOwnProjectIds = ({
  userId,
  filter: { part },
}: ProjectListReader) => sql`select mine.project_id from project_members mine
  where mine.user_id = ${userId} and mine.archived_at is null and ${part ? partConditions[part] : sql`mine.status not in ${endedStatusesSql}`}`;

export async function prepareProjectListReader(
  db: Executor,
  reader: ProjectReader,
  filter: ProjectFilter,
): Promise<ProjectListReader> {
  const listReader = { ...reader, filter, hasManyProjects: false };
  if (!filter.part && (reader.isAdmin || filter.status === "ACTIVE")) return listReader;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${selectOwnProjectIds(listReader)} limit ${maximumLookedUpProjects + 1}) counted`.execute(
    db,
  );
  return { ...listReader, hasManyProjects: (rows[0]?.count ?? 0) > maximumLookedUpProjects };
}

/**
 * SQL that selects the projects that the reader may see, in the order of the list: all active projects and the reader's
 * own closed ones. Admins see all closed projects. Each status has a separate subquery, because it has its own range in
 * the indexes.
 */
export function selectVisibleProjects(
  listReader: ProjectListReader,
  limitClause: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { filter, isAdmin, hasManyProjects: hasManyOwnProjects } = listReader;
  const { key, order } = sortOrders[filter.sort];
  const filterConditions = projectFilterConditions(filter);
  const columns = sql`p.id, p.${key}`;
  const allProjects = sql`listed_projects p where true`;
  // With `is true`, PostgreSQL reads the ids into a hash table and looks up each project of the list in it. Without `is
  // true`, PostgreSQL would choose a slow join.
  const ownProjects = hasManyOwnProjects
    ? sql`listed_projects p where (p.id in (${selectOwnProjectIds(listReader)})) is true`
    : sql`(${selectOwnProjectIds(listReader)}) mine join listed_projects p on p.id = mine.project_id where true`;
  const selectProjectsWithStatus = (tables: RawBuilder<unknown>, status: RawBuilder<unknown>) =>
    sql`(select ${columns} from ${tables} and ${status} and ${filterConditions} order by ${order} ${limitClause})`;
  const queryByStatus = {
    ACTIVE: selectProjectsWithStatus(filter.part ? ownProjects : allProjects, sql`p.status = 'ACTIVE'`),
    DEACTIVE: selectProjectsWithStatus(
      filter.part || !isAdmin ? ownProjects : allProjects,
      sql`p.status = 'DEACTIVE'`,
    ),
  };
  const chosenQueries = filter.status ? [queryByStatus[filter.status]] : Object.values(queryByStatus);
  return sql`select ${columns} from (${sql.join(chosenQueries, sql` union all `)}) p order by ${order} ${limitClause}`;
}

export interface OffsetAndLimit {
  offset: number;
  limit: number;
}

export interface FoundProjects {
  /** The ids of the projects on this page. */
  ids: string[];
  /** The number of found projects. The count stops at a maximum. */
  total: number;
}

/**
 * SQL that aggregates the found rows into one row of the type `FoundProjects`. Each found row has an `id` and the sort
 * column.
 */
export const totalAndPageIds = (
  { order }: { order: RawBuilder<unknown> },
  { offset, limit }: OffsetAndLimit,
) =>
  sql`count(*)::int as total, coalesce((array_agg(id order by ${order}))[${offset + 1}::int:${offset + limit}::int], '{}') as ids`;

export async function findWithoutSearch(
  db: Executor,
  listReader: ProjectListReader,
  page: OffsetAndLimit,
  maximumCount: number,
): Promise<FoundProjects> {
  const { rows } = await sql<FoundProjects>`
    select ${totalAndPageIds(sortOrders[listReader.filter.sort], page)}
    from (${selectVisibleProjects(listReader, sql`limit ${maximumCount}`)}) found`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}
