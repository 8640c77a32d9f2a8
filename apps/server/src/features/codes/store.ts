import type { CodeLanguage } from "@kakehashi/contract/code-languages";
import {
  type codeSorts,
  excerptLines,
  excerptUnits,
  keptVersions,
  type Snippet,
  type SnippetItem,
  type SnippetVersion,
  type WholeSnippetVersion,
} from "@kakehashi/contract/codes";
import type { CodeActor } from "@kakehashi/contract/permissions";
import type { UserSummary } from "@kakehashi/contract/users";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { fold, lexemesOf } from "../../kit/text/fold.ts";
import { termsOf, tsqueryOf } from "../../kit/text/words.ts";
import { nameFor } from "../projects/service.ts";
import { personJson } from "../users/service.ts";

/** How many UTF-16 code units of the code its words are read from. */
const searchedUnits = 10_000;

const joined = sql`('ACTIVE', 'ACCEPTED_APPLY', 'AGREED_INVITE')`;
const projectsOf = (userId: string) => sql`(
  select j.project_id from project_members j
  where j.user_id = ${userId} and j.archived_at is null and j.status in ${joined})`;

/** What the person may read, as `canWithCode` says. */
const readableBy = (userId: string) =>
  sql`(s.author_id = ${userId} or s.project_id in ${projectsOf(userId)}) and s.removed_at is null`;

/** What is in the trash and the person may bring back, as `canWithCode` says. */
const restorableBy = (userId: string) => sql`s.removed_at is not null and (
  (s.author_id = ${userId} and (s.project_id is null or s.project_id in ${projectsOf(userId)}))
  or s.project_id in (select h.project_id from project_members h
    where h.user_id = ${userId} and h.is_host and h.archived_at is null))`;

/** The text of a snippet, as a version holds it. */
export interface CodeText {
  readonly title: string;
  readonly description: string;
  readonly language: CodeLanguage;
  readonly content: string;
}

const measured = ({ content }: CodeText) => ({
  size: Buffer.byteLength(content),
  // The end of the last line begins no other.
  line_count: content.split("\n").length - Number(content.endsWith("\n")),
});

const lexemesOfText = ({ title, description, content }: CodeText) => {
  const text = `${title}\n${description}\n${content.slice(0, searchedUnits)}`;
  return sql`array_to_tsvector(${lexemesOf(fold(text))}::text[])`;
};

/** What a snippet stores of its newest text. */
const stored = (text: CodeText) => ({
  title: text.title,
  description: text.description,
  language: text.language,
  content: text.content,
  ...measured(text),
  lexemes: sql<string>`${lexemesOfText(text)}`,
});

interface Row extends CodeText {
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

const columns = (
  userId: string,
  content: RawBuilder<unknown>,
) => sql`s.id, s.slug, s.title, s.description, s.language,
  ${content} as content, s.project_id, left(${nameFor(userId)}, 100) as project_name, ${personJson} as author, s.version, s.size,
  s.line_count, s.created_at, s.updated_at, s.removed_at`;
const from = sql`code_snippets s join users u on u.id = s.author_id left join projects p on p.id = s.project_id`;

function present({ id: _, content: __, removed_at: ___, project_id, project_name, ...row }: Row) {
  return {
    ...row,
    project: project_id === null ? null : { id: project_id, name: (project_name ?? "").toWellFormed() },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export interface CodeFilter {
  search?: string | undefined;
  language?: CodeLanguage | undefined;
  project_id?: string | undefined;
  mine?: boolean | undefined;
  trash?: boolean | undefined;
  sort: (typeof codeSorts)[number];
}

const orders = {
  changed: sql`s.updated_at desc, s.id desc`,
  newest: sql`s.created_at desc, s.id desc`,
  title: sql`lower(s.title), s.id`,
} as const satisfies Record<CodeFilter["sort"], unknown>;

/** Undefined where the search has no word. */
function conditionsOf(userId: string, filter: CodeFilter): RawBuilder<unknown>[] | undefined {
  const { search = "", language, project_id, mine, trash } = filter;
  const conditions = [
    mine ? sql`s.author_id = ${userId}` : sql`true`,
    trash ? restorableBy(userId) : readableBy(userId),
  ];
  if (language) conditions.push(sql`s.language = ${language}`);
  if (project_id) conditions.push(sql`s.project_id = ${project_id}`);
  if (search.trim() === "") return conditions;
  const terms = termsOf(search);
  if (terms.length === 0) return undefined;
  conditions.push(sql`s.lexemes @@ ${tsqueryOf(terms)}::tsquery`);
  return conditions;
}

/** The first lines of the code, whole characters only. */
export function excerptOf(beginning: string): string {
  const lines = beginning.split("\n").slice(0, excerptLines).join("\n");
  return lines.slice(0, excerptUnits).replace(/[\ud800-\udbff]$/, "");
}

export async function listSnippets(
  db: Executor,
  userId: string,
  filter: CodeFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ snippets: SnippetItem[]; total: number }> {
  const conditions = conditionsOf(userId, filter);
  if (!conditions) return { snippets: [], total: 0 };
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<Row & { total: number }>`
    with page as (
      select s.id, count(*) over ()::int as total from code_snippets s where ${where}
      order by ${orders[filter.sort]} limit ${limit} offset ${offset})
    select page.total, ${columns(userId, sql`left(s.content, ${sql.lit(excerptUnits)})`)}
    from page join ${from} on s.id = page.id order by ${orders[filter.sort]}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    snippets: rows.map(({ total: _, ...row }) => ({
      ...present(row),
      excerpt: excerptOf(row.content),
      removed_at: row.removed_at?.toISOString() ?? null,
    })),
  };
}

/** A snippet, and what decides the reader's permissions with it. */
export interface FoundSnippet {
  readonly id: string;
  readonly authorId: string;
  readonly projectId: string | null;
  readonly actor: CodeActor;
  readonly shown: Omit<Snippet, "can_edit" | "can_share">;
}

/** Undefined where there is none, in the trash or outside of it. The caller checks the permissions. */
export async function findSnippet(
  db: Executor,
  userId: string,
  slug: string,
  { isLocked = false, isRemoved = false } = {},
): Promise<FoundSnippet | undefined> {
  type Whole = Row & {
    author_id: string;
    edited_by: UserSummary;
    team_id: string | null;
    has_joined: boolean;
    is_host: boolean;
  };
  const { rows } = await sql<Whole>`
    select ${columns(userId, sql`s.content`)}, s.author_id,
      (select ${personJson} from users u where u.id = s.edited_by) as edited_by,
      (select r.conversation_id from conversation_members r
        where r.conversation_id = p.team_id and r.user_id = ${userId}) as team_id,
      j.user_id is not null as has_joined, coalesce(j.is_host, false) as is_host
    from ${from}
    left join project_members j on j.project_id = s.project_id and j.user_id = ${userId} and j.archived_at is null
      and j.status in ${joined}
    where s.slug = ${slug} and s.removed_at is ${isRemoved ? sql`not null` : sql`null`}
    ${isLocked ? sql`for update of s` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { author_id, edited_by, team_id, has_joined, is_host, ...rest } = row;
  return {
    id: row.id,
    authorId: author_id,
    projectId: row.project_id,
    actor: {
      isAuthor: author_id === userId,
      isInProject: row.project_id !== null,
      part: has_joined ? (is_host ? "host" : "joined") : "none",
    },
    shown: { ...present(rest), content: row.content, edited_by, team_id },
  };
}

export async function countOf(db: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from code_snippets
    where author_id = ${userId} and removed_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks the author's row, so that two new snippets are counted one after the other. */
export async function lockAuthor(tx: Executor, userId: string): Promise<void> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx);
}

async function insertVersion(
  tx: Executor,
  snippetId: string,
  text: CodeText,
  by: { userId: string; number: number; restoredFrom?: number | undefined },
): Promise<void> {
  const { title, description, language, content } = text;
  await sql`
    insert into code_versions (snippet_id, number, title, description, language, content, size, user_id, restored_from)
    values (${snippetId}, ${by.number}, ${title}, ${description}, ${language}, ${content}, ${measured(text).size},
      ${by.userId}, ${by.restoredFrom ?? null})`.execute(tx);
}

export async function insertSnippet(
  tx: Executor,
  { id, slug, userId, projectId }: { id: string; slug: string; userId: string; projectId: string | null },
  text: CodeText,
): Promise<void> {
  await tx
    .insertInto("code_snippets")
    .values({ id, slug, author_id: userId, edited_by: userId, project_id: projectId, ...stored(text) })
    .execute();
  await insertVersion(tx, id, text, { userId, number: 1 });
}

/** Writes the text as the next version, and forgets those that are past `keptVersions`. */
export async function addVersion(
  tx: Executor,
  snippetId: string,
  text: CodeText,
  by: { userId: string; number: number; restoredFrom?: number | undefined },
): Promise<void> {
  await tx
    .updateTable("code_snippets")
    .set({ ...stored(text), version: by.number, edited_by: by.userId, updated_at: sql`now()` })
    .where("id", "=", snippetId)
    .execute();
  await insertVersion(tx, snippetId, text, by);
  await sql`delete from code_versions where snippet_id = ${snippetId} and number <= ${by.number - keptVersions}`.execute(
    tx,
  );
}

export async function setProject(tx: Executor, snippetId: string, projectId: string | null): Promise<void> {
  await sql`update code_snippets set project_id = ${projectId} where id = ${snippetId}`.execute(tx);
}

/** Moves it to the trash, or takes it out. */
export async function setRemoved(tx: Executor, snippetId: string, removedBy: string | null): Promise<void> {
  await sql`
    update code_snippets set removed_by = ${removedBy}, removed_at = ${removedBy ? sql`now()` : null}
    where id = ${snippetId}`.execute(tx);
}

/** Deletes what has been in the trash for so many days. Returns how many. */
export async function deleteRemoved(db: Executor, days: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from code_snippets where removed_at < now() - make_interval(days => ${days})`.execute(db);
  return Number(numAffectedRows);
}

export async function deleteSnippet(tx: Executor, snippetId: string): Promise<void> {
  await sql`delete from code_snippets where id = ${snippetId}`.execute(tx);
}

/** Deletes what only this person could read. What they shared with a project stays. */
export async function deletePrivateOf(db: Executor, userId: string): Promise<void> {
  await sql`delete from code_snippets where author_id = ${userId} and project_id is null`.execute(db);
}

type VersionRow = Omit<SnippetVersion, "created_at"> & { created_at: Date };
const versionColumns = sql`v.number, v.title, v.language, v.size, v.restored_from, v.created_at, ${personJson} as user`;

export async function listVersions(
  db: Executor,
  snippetId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ versions: SnippetVersion[]; total: number }> {
  const { rows } = await sql<VersionRow & { total: number }>`
    select ${versionColumns}, count(*) over ()::int as total
    from code_versions v join users u on u.id = v.user_id where v.snippet_id = ${snippetId}
    order by v.number desc limit ${limit} offset ${offset}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    versions: rows.map(({ total: _, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
    })),
  };
}

export async function findVersion(
  db: Executor,
  snippetId: string,
  number: number,
): Promise<WholeSnippetVersion | undefined> {
  type Whole = VersionRow & Pick<WholeSnippetVersion, "content" | "description">;
  const { rows } = await sql<Whole>`
    select ${versionColumns}, v.description, v.content from code_versions v join users u on u.id = v.user_id
    where v.snippet_id = ${snippetId} and v.number = ${number}`.execute(db);
  const [row] = rows;
  return row && { ...row, created_at: row.created_at.toISOString() };
}
