import { keptPublishedVersionsPerFlow, keptSavesPerFlow } from "@kakehashi/contract/bot-flow-history";
import { type BotFlow, type BotFlowListItem, flowSaveMergeMinutes } from "@kakehashi/contract/bot-flows";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { personJson } from "../users/service.ts";

interface RowWithDates {
  created_at: Date;
  updated_at: Date;
}
type FlowItemRow = Omit<BotFlowListItem, "created_at" | "updated_at"> & RowWithDates;

const flowColumns = sql`f.id, f.name, f.is_enabled, f.revision, f.created_at, f.updated_at,
  (select ${personJson} from users u where u.id = f.edited_by) as edited_by,
  (select json_build_object('number', p.number, 'created_at', p.created_at,
      'is_draft', p.save_number = f.save_number)
    from bot_flow_publications p where p.flow_id = f.id and p.number = f.published_number) as published`;

const toFlow = <T extends FlowItemRow>({ created_at, updated_at, published, ...row }: T) => ({
  ...row,
  published: published && { ...published, created_at: new Date(published.created_at).toISOString() },
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

export async function listFlows(db: Executor, botId: string): Promise<BotFlowListItem[]> {
  const { rows } = await sql<FlowItemRow>`
    select ${flowColumns} from bot_flows f where f.bot_id = ${botId} and f.removed_at is null
    order by lower(f.name), f.id`.execute(db);
  return rows.map(toFlow);
}

/** A story as the database stores it. `draft` is the newest saved draft, and `save_number` is that draft's number. */
export type StoredFlow = Omit<BotFlow, "problems" | "can_edit"> & { readonly save_number: number };

export async function findFlow(
  db: Executor,
  botId: string,
  id: string,
  shouldLock = false,
): Promise<StoredFlow | undefined> {
  const { rows } = await sql<FlowItemRow & { draft: Flow; save_number: number }>`
    select ${flowColumns}, f.save_number, s.flow as draft
    from bot_flows f join bot_flow_saves s on s.flow_id = f.id and s.number = f.save_number
    where f.id = ${id} and f.bot_id = ${botId} and f.removed_at is null
    ${shouldLock ? sql`for update of f` : sql``}`.execute(db);
  return rows[0] && toFlow(rows[0]);
}

export async function listFlowIds(db: Executor, botId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from bot_flows where bot_id = ${botId} and removed_at is null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the names of the variables that the bot's stories have. */
export async function listVariableNames(db: Executor, botId: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct one ->> 'name' as name from bot_flows f
    join bot_flow_saves s on s.flow_id = f.id and s.number = f.save_number,
      jsonb_array_elements(s.flow -> 'variables') one
    where f.bot_id = ${botId} and f.removed_at is null`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

export async function listNewestDraftPerFlow(
  db: Executor,
  botId: string,
  id: string | null = null,
): Promise<{ id: string; name: string; flow: Flow }[]> {
  const { rows } = await sql<{ id: string; name: string; flow: Flow }>`
    select f.id, f.name, s.flow from bot_flows f
    join bot_flow_saves s on s.flow_id = f.id and s.number = f.save_number
    where f.bot_id = ${botId} and f.removed_at is null ${id === null ? sql`` : sql`and f.id = ${id}`}
    order by f.created_at, f.id`.execute(db);
  return rows;
}

export async function insertFlow(
  tx: Executor,
  { id, botId, userId, name }: { id: string; botId: string; userId: string; name: string },
  flow: Flow,
): Promise<void> {
  await sql`
    insert into bot_flows (id, bot_id, name, edited_by) values (${id}, ${botId}, ${name}, ${userId})`.execute(
    tx,
  );
  await sql`
    insert into bot_flow_saves (flow_id, number, flow, user_id)
    values (${id}, 1, ${toJson(flow)}::jsonb, ${userId})`.execute(tx);
  await sql`update bots set start_flow_id = ${id} where id = ${botId} and start_flow_id is null`.execute(tx);
}

export async function renameFlow(tx: Executor, id: string, name: string): Promise<void> {
  await sql`update bot_flows set name = ${name}, updated_at = now() where id = ${id}`.execute(tx);
}

/**
 * Saves a draft. Overwrites the newest saved draft if the same person added it less than `flowSaveMergeMinutes` ago and
 * it is not published. Otherwise adds a saved draft, and deletes the drafts beyond the newest `keptSavesPerFlow`,
 * except published ones. If `isSeparateSave` is true, always adds a saved draft, because the new draft overwrites
 * blocks of the newest one.
 */
export async function saveFlowDraft(
  tx: Executor,
  { id, save_number }: Pick<StoredFlow, "id" | "save_number">,
  flow: Flow,
  userId: string,
  isSeparateSave = false,
): Promise<void> {
  const flowJson = toJson(flow);
  const { rows } = await sql`
    update bot_flow_saves set flow = ${flowJson}::jsonb, changed_at = now()
    where flow_id = ${id} and number = ${save_number} and user_id = ${userId} and not is_published
      and not ${isSeparateSave}::boolean
      and created_at > now() - make_interval(mins => ${flowSaveMergeMinutes}) returning number`.execute(tx);
  const number = rows.length > 0 ? save_number : save_number + 1;
  if (rows.length === 0) {
    await sql`
      insert into bot_flow_saves (flow_id, number, flow, user_id)
      values (${id}, ${number}, ${flowJson}::jsonb, ${userId})`.execute(tx);
    await sql`
      delete from bot_flow_saves where flow_id = ${id} and number <= ${number - keptSavesPerFlow} and not is_published`.execute(
      tx,
    );
  }
  await sql`
    update bot_flows set revision = revision + 1, save_number = ${number}, edited_by = ${userId},
      updated_at = now() where id = ${id}`.execute(tx);
}

/**
 * Publishes a saved draft and returns the number of the published version. Visitors then get this version, and the
 * draft never changes again. Also deletes versions beyond the newest `keptPublishedVersionsPerFlow`. Deletes their
 * drafts too, except drafts among the newest `keptSavesPerFlow` and drafts that a visitor's session runs.
 */
export async function publishSavedDraft(
  tx: Executor,
  id: string,
  saveNumber: number,
  userId: string,
): Promise<number> {
  await sql`
    update bot_flow_saves set is_published = true where flow_id = ${id} and number = ${saveNumber}`.execute(
    tx,
  );
  const { rows } = await sql<{ number: number }>`
    insert into bot_flow_publications (flow_id, number, save_number, user_id)
    select f.id, coalesce(f.published_number, 0) + 1, ${saveNumber}, ${userId} from bot_flows f where f.id = ${id}
    returning number`.execute(tx);
  const number = rows[0]?.number ?? 1;
  await sql`
    update bot_flows set published_number = ${number}, updated_at = now() where id = ${id}`.execute(tx);
  await sql`
    delete from bot_flow_publications where flow_id = ${id} and number <= ${number - keptPublishedVersionsPerFlow}`.execute(
    tx,
  );
  await sql`
    delete from bot_flow_saves s using bot_flows f
    where s.flow_id = ${id} and f.id = s.flow_id and s.is_published and s.number <= f.save_number - ${keptSavesPerFlow}
      and not exists (select from bot_flow_publications p where p.flow_id = s.flow_id and p.save_number = s.number)
      and not exists (select from bot_sessions v where v.flow_id = s.flow_id and v.save_number = s.number)`.execute(
    tx,
  );
  return number;
}

export async function setFlowEnabled(tx: Executor, id: string, isEnabled: boolean): Promise<void> {
  await sql`update bot_flows set is_enabled = ${isEnabled}, updated_at = now() where id = ${id}`.execute(tx);
}

/** Deletes a story and its saved drafts. Keeps the drafts that a visitor's session runs. */
export async function removeFlow(tx: Executor, botId: string, id: string): Promise<void> {
  await sql`
    update bot_flows set removed_at = now(), is_enabled = false where id = ${id}`.execute(tx);
  await sql`update bots set start_flow_id = null where id = ${botId} and start_flow_id = ${id}`.execute(tx);
  await deleteDraftsOfRemovedFlows(tx, id);
}

/**
 * Deletes the versions and saved drafts of a deleted story, except those that a visitor's session runs. If `flowId` is
 * null, deletes them for all deleted stories.
 */
export async function deleteDraftsOfRemovedFlows(db: Executor, flowId: string | null): Promise<void> {
  const removedCondition = sql`f.removed_at is not null and (${flowId}::uuid is null or f.id = ${flowId})`;
  await sql`
    delete from bot_flow_publications p using bot_flows f where f.id = p.flow_id and ${removedCondition}
      and not exists (select from bot_sessions v where v.flow_id = p.flow_id and v.save_number = p.save_number)`.execute(
    db,
  );
  await sql`
    delete from bot_flow_saves s using bot_flows f where f.id = s.flow_id and ${removedCondition}
      and not exists (select from bot_flow_publications p where p.flow_id = s.flow_id and p.save_number = s.number)
      and not exists (select from bot_sessions v where v.flow_id = s.flow_id and v.save_number = s.number)`.execute(
    db,
  );
}
