import type { PublishedBotFlowVersion, StoredBotFlowSave } from "@kakehashi/contract/bot-flow-history";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { personJson } from "../users/service.ts";

type VersionRow = Omit<PublishedBotFlowVersion, "created_at"> & { created_at: Date; save_number: number };
const versionColumns = sql`p.number, p.created_at, p.save_number, ${personJson} as user,
  p.number = f.published_number as is_current`;
const versionsFromClause = sql`bot_flow_publications p join bot_flows f on f.id = p.flow_id join users u on u.id = p.user_id`;
const toVersion = <T extends VersionRow>({ save_number: _, created_at, ...row }: T) => ({
  ...row,
  created_at: created_at.toISOString(),
});

interface PageQuery {
  readonly offset: number;
  readonly limit: number;
}

export async function listFlowVersions(db: Executor, id: string, { offset, limit }: PageQuery) {
  const { rows } = await sql<VersionRow & { total: number }>`
    select ${versionColumns}, count(*) over ()::int as total from ${versionsFromClause} where p.flow_id = ${id}
    order by p.number desc limit ${limit} offset ${offset}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => toVersion(row)) };
}

export async function findFlowVersion(
  db: Executor,
  id: string,
  number: number,
): Promise<{ version: PublishedBotFlowVersion & { flow: Flow }; saveNumber: number } | undefined> {
  const { rows } = await sql<VersionRow & { flow: Flow }>`
    select ${versionColumns}, s.flow from ${versionsFromClause}
    join bot_flow_saves s on s.flow_id = p.flow_id and s.number = p.save_number
    where p.flow_id = ${id} and p.number = ${number}`.execute(db);
  const [row] = rows;
  return row && { version: toVersion(row), saveNumber: row.save_number };
}

type SavedDraftRow = Omit<StoredBotFlowSave, "created_at" | "changed_at"> & {
  created_at: Date;
  changed_at: Date;
};
const saveColumns = sql`s.number, s.created_at, s.changed_at, s.is_published, ${personJson} as user`;
const toSavedDraft = <T extends SavedDraftRow>({ created_at, changed_at, ...row }: T) => ({
  ...row,
  created_at: created_at.toISOString(),
  changed_at: changed_at.toISOString(),
});

export async function listSavedDrafts(db: Executor, id: string, { offset, limit }: PageQuery) {
  const { rows } = await sql<SavedDraftRow & { total: number }>`
    select ${saveColumns}, count(*) over ()::int as total
    from bot_flow_saves s join users u on u.id = s.user_id where s.flow_id = ${id}
    order by s.number desc limit ${limit} offset ${offset}`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.map(({ total: _, ...row }) => toSavedDraft(row)) };
}

export async function findSavedDraft(
  db: Executor,
  id: string,
  number: number,
): Promise<(StoredBotFlowSave & { flow: Flow }) | undefined> {
  const { rows } = await sql<SavedDraftRow & { flow: Flow }>`
    select ${saveColumns}, s.flow from bot_flow_saves s join users u on u.id = s.user_id
    where s.flow_id = ${id} and s.number = ${number}`.execute(db);
  return rows[0] && toSavedDraft(rows[0]);
}
