import type { CodeLanguage } from "@kakehashi/contract/code-languages";
import {
  type codeSorts,
  type Snippet,
  type SnippetListItem,
  snippetExcerptLines,
  snippetExcerptUnits,
} from "@kakehashi/contract/codes";
import type { SnippetActor } from "@kakehashi/contract/permissions";
import type { UserSummary } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { buildTsquery, parseSearchTerms } from "../../kit/text/words.ts";
import { joinedStatusesSql, projectNameForUserSql } from "../projects/service.ts";
import { personJson } from "../users/service.ts";
import { type SnippetText, textColumnsOf } from "./text-store.ts";
import { insertVersion } from "./version-store.ts";

const selectProjectsOfPerson = (userId: string) => sql`(
  select j.project_id from project_members j
  where j.user_id = ${userId} and j.archived_at is null and j.status in ${joinedStatusesSql})`;

/** An SQL condition for the snippets that the person may read. It must follow the same rule as `canDoWithSnippet`. */
const readableSnippetsCondition = (userId: string) =>
  sql`(s.project_id in ${selectProjectsOfPerson(userId)} or (s.project_id is null and s.author_id = ${userId}))
    and s.removed_at is null`;

/**
 * An SQL condition for the snippets in the trash that the person may restore. It must follow the same rule as
 * `canDoWithSnippet`.
 */
const restorableSnippetsCondition = (userId: string) => sql`s.removed_at is not null and (
  (s.author_id = ${userId} and (s.project_id is null or s.project_id in ${selectProjectsOfPerson(userId)}))
  or s.project_id in (select h.project_id from project_members h
    where h.user_id = ${userId} and h.is_host and h.archived_at is null))`;

interface SnippetRow extends SnippetText {
  id: string;
  slug: string;
  project_id: string | null;
  project_name: string | null;
  author: UserSummary;
  version: number;
  size: number;
  line_count: number;
  created_at: Date;
  updated_at: Date;
  removed_at: Date | null;
}

const snippetColumns = (
  userId: string,
  content: RawBuilder<unknown>,
) => sql`s.id, s.slug, s.title, s.description, s.language,
  ${content} as content, s.project_id, left(${projectNameForUserSql(userId)}, 100) as project_name, ${personJson} as author, s.version, s.size,
  s.line_count, s.created_at, s.updated_at, s.removed_at`;
const snippetsFromClause = sql`code_snippets s join users u on u.id = s.author_id left join projects p on p.id = s.project_id`;

function toSnippet({ id: _, content: __, removed_at: ___, project_id, project_name, ...row }: SnippetRow) {
  return {
    ...row,
    project: project_id === null ? null : { id: project_id, name: (project_name ?? "").toWellFormed() },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export interface SnippetFilter {
  search?: string | undefined;
  language?: CodeLanguage | undefined;
  project_id?: string | undefined;
  mine?: boolean | undefined;
  trash?: boolean | undefined;
  sort: (typeof codeSorts)[number];
}

const sortOrders = {
  changed: sql`s.updated_at desc, s.id desc`,
  newest: sql`s.created_at desc, s.id desc`,
  title: sql`lower(s.title), s.id`,
} as const satisfies Record<SnippetFilter["sort"], unknown>;

/**
 * Returns the SQL conditions of a filter. Returns undefined if the search text contains no word, because nothing can
 * match.
 */
function filterConditionsOf(userId: string, filter: SnippetFilter): RawBuilder<unknown>[] | undefined {
  const { search = "", language, project_id, mine, trash } = filter;
  const conditions = [
    mine ? sql`s.author_id = ${userId}` : sql`true`,
    trash ? restorableSnippetsCondition(userId) : readableSnippetsCondition(userId),
  ];
  if (language) conditions.push(sql`s.language = ${language}`);
  if (project_id) conditions.push(sql`s.project_id = ${project_id}`);
  if (search.trim() === "") return conditions;
  const terms = parseSearchTerms(search);
  if (terms.length === 0) return undefined;
  conditions.push(sql`s.lexemes @@ ${buildTsquery(terms)}::tsquery`);
  return conditions;
}

/** Returns the first lines of the code, without cutting a surrogate pair in two. */
export function createExcerpt(codeBeginning: string): string {
  const lines = codeBeginning.split("\n").slice(0, snippetExcerptLines).join("\n");
  return lines.slice(0, snippetExcerptUnits).replace(/[\ud800-\udbff]$/, "");
}

export async function listSnippets(
  db: Executor,
  userId: string,
  filter: SnippetFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ snippets: SnippetListItem[]; total: number }> {
  const conditions = filterConditionsOf(userId, filter);
  if (!conditions) return { snippets: [], total: 0 };
  const whereCondition = sql.join(conditions, sql` and `);
  const { rows } = await sql<SnippetRow & { total: number }>`
    with page as (
      select s.id, count(*) over ()::int as total from code_snippets s where ${whereCondition}
      order by ${sortOrders[filter.sort]} limit ${limit} offset ${offset})
    select page.total, ${snippetColumns(userId, sql`left(s.content, ${sql.lit(snippetExcerptUnits)})`)}
    from page join ${snippetsFromClause} on s.id = page.id order by ${sortOrders[filter.sort]}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    snippets: rows.map(({ total: _, ...row }) => ({
      ...toSnippet(row),
      excerpt: createExcerpt(row.content),
      removed_at: row.removed_at?.toISOString() ?? null,
    })),
  };
}

/** A code snippet, with the fields that decide what the reader may do with it. */
export interface SnippetWithPermissions {
  readonly id: string;
  readonly authorId: string;
  readonly projectId: string | null;
  readonly actor: SnippetActor;
  readonly apiFields: Omit<Snippet, "can_edit" | "can_share">;
}

/**
 * Returns a snippet, or undefined if there is none. With `isRemoved`, looks only for snippets in the trash. The caller
 * checks the permissions.
 */
export async function findSnippet(
  db: Executor,
  userId: string,
  slug: string,
  { isLocked = false, isRemoved = false } = {},
): Promise<SnippetWithPermissions | undefined> {
  type SnippetWithText = SnippetRow & {
    author_id: string;
    edited_by: UserSummary;
    team_id: string | null;
    has_joined: boolean;
    is_host: boolean;
  };
  const { rows } = await sql<SnippetWithText>`
    select ${snippetColumns(userId, sql`s.content`)}, s.author_id,
      (select ${personJson} from users u where u.id = s.edited_by) as edited_by,
      (select r.conversation_id from conversation_members r
        where r.conversation_id = p.team_id and r.user_id = ${userId}) as team_id,
      j.user_id is not null as has_joined, coalesce(j.is_host, false) as is_host
    from ${snippetsFromClause}
    left join project_members j on j.project_id = s.project_id and j.user_id = ${userId} and j.archived_at is null
      and j.status in ${joinedStatusesSql}
    where s.slug = ${slug} and s.removed_at is ${isRemoved ? sql`not null` : sql`null`}
    ${isLocked ? sql`for update of s` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { author_id, edited_by, team_id, has_joined, is_host, ...otherColumns } = row;
  return {
    id: row.id,
    authorId: author_id,
    projectId: row.project_id,
    actor: {
      isAuthor: author_id === userId,
      isProjectSnippet: row.project_id !== null,
      projectPart: has_joined ? (is_host ? "host" : "joined") : "none",
    },
    apiFields: { ...toSnippet(otherColumns), content: row.content, edited_by, team_id },
  };
}

export async function countSnippetsOf(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from code_snippets
    where author_id = ${userId} and removed_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks the author's row. So two parallel API calls cannot together exceed the maximum number of snippets. */
export async function lockAuthor(tx: Executor, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

export async function insertSnippet(
  tx: Executor,
  { id, slug, userId, projectId }: { id: string; slug: string; userId: string; projectId: string | null },
  text: SnippetText,
): Promise<void> {
  await tx
    .insertInto("code_snippets")
    .values({ id, slug, author_id: userId, edited_by: userId, project_id: projectId, ...textColumnsOf(text) })
    .execute();
  await insertVersion(tx, id, text, { userId, number: 1 });
}

export async function setProjectOfSnippet(
  tx: Executor,
  snippetId: string,
  projectId: string | null,
): Promise<void> {
  await sql`update code_snippets set project_id = ${projectId} where id = ${snippetId}`.execute(tx);
}

/** Moves a snippet to the trash, or restores it if `removedBy` is null. */
export async function setSnippetRemoved(
  tx: Executor,
  snippetId: string,
  removedBy: string | null,
): Promise<void> {
  await sql`
    update code_snippets set removed_by = ${removedBy}, removed_at = ${removedBy ? sql`now()` : null}
    where id = ${snippetId}`.execute(tx);
}

/** Deletes snippets that have been in the trash for this many days. Returns their number. */
export async function deleteExpiredTrash(db: Executor, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from code_snippets where removed_at < now() - make_interval(days => ${days})`.execute(db);
  return Number(numAffectedRows);
}

export async function deleteSnippet(tx: Executor, snippetId: string): Promise<void> {
  await sql`delete from code_snippets where id = ${snippetId}`.execute(tx);
}

/** Deletes the private snippets of this person. Their snippets in projects stay. */
export async function deletePrivateSnippetsOf(db: Executor, userId: string): Promise<void> {
  await sql`delete from code_snippets where author_id = ${userId} and project_id is null`.execute(db);
}
