import {
  keptSnippetVersionCount,
  type SnippetVersion,
  type SnippetVersionWithCode,
} from "@kakehashi/contract/code-versions";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { personJson } from "../users/service.ts";
import { codeSizeColumnsOf, type SnippetText, textColumnsOf } from "./text-store.ts";

export async function insertVersion(
  tx: Executor,
  snippetId: string,
  text: SnippetText,
  version: { userId: string; number: number; restoredFrom?: number | undefined },
): Promise<void> {
  const { title, description, language, content } = text;
  await sql`
    insert into code_versions (snippet_id, number, title, description, language, content, size, user_id, restored_from)
    values (${snippetId}, ${version.number}, ${title}, ${description}, ${language}, ${content}, ${codeSizeColumnsOf(text).size},
      ${version.userId}, ${version.restoredFrom ?? null})`.execute(tx);
}

/** Adds the text as the snippet's next version, and deletes all but the newest `keptSnippetVersionCount`. */
export async function addVersionAndPrune(
  tx: Executor,
  snippetId: string,
  text: SnippetText,
  newVersion: { userId: string; number: number; restoredFrom?: number | undefined },
): Promise<void> {
  await tx
    .updateTable("code_snippets")
    .set({
      ...textColumnsOf(text),
      version: newVersion.number,
      edited_by: newVersion.userId,
      updated_at: sql`now()`,
    })
    .where("id", "=", snippetId)
    .execute();
  await insertVersion(tx, snippetId, text, newVersion);
  await sql`delete from code_versions where snippet_id = ${snippetId} and number <= ${newVersion.number - keptSnippetVersionCount}`.execute(
    tx,
  );
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
): Promise<SnippetVersionWithCode | undefined> {
  type VersionWithText = VersionRow & Pick<SnippetVersionWithCode, "content" | "description">;
  const { rows } = await sql<VersionWithText>`
    select ${versionColumns}, v.description, v.content from code_versions v join users u on u.id = v.user_id
    where v.snippet_id = ${snippetId} and v.number = ${number}`.execute(db);
  const [row] = rows;
  return row && { ...row, created_at: row.created_at.toISOString() };
}
