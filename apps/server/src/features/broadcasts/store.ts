import type {
  Broadcast,
  BroadcastAudience,
  BroadcastDetail,
  BroadcastReaderTime,
  BroadcastState,
  StoredBroadcastContent,
} from "@kakehashi/contract/bot-broadcasts";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { personJson } from "../users/service.ts";

type BroadcastTimeColumns = {
  scheduled_at: Date | null;
  next_at: Date | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
};
type BroadcastRow = Omit<Broadcast, keyof BroadcastTimeColumns> & BroadcastTimeColumns;
export type BroadcastDetailColumns = { content: StoredBroadcastContent; audience: BroadcastAudience };
type BroadcastWithDetails = Broadcast &
  BroadcastDetailColumns &
  Pick<BroadcastDetail, "page_name" | "revision" | "edited_by">;

const broadcastColumns = sql`c.id, c.name, c.state, c.pause_reason, c.scheduled_at, c.reader_time, c.created_at, c.started_at, c.ended_at,
  case when c.state = 'SENDING' and c.wave_at > now() then c.wave_at end as next_at, c.planned_count, c.sent_count, c.skipped_count,
  case when c.sent_count = 0 then c.unreached end as unreached,
  (select ${personJson} from users u where u.id = c.created_by) as created_by`;

const toBroadcast = <T extends BroadcastTimeColumns>({
  scheduled_at,
  next_at,
  created_at,
  started_at,
  ended_at,
  ...otherColumns
}: T) => ({
  ...otherColumns,
  next_at: next_at?.toISOString() ?? null,
  scheduled_at: scheduled_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
  started_at: started_at?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null,
});

export async function listBroadcasts(
  db: Executor,
  botId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ broadcasts: Broadcast[]; total: number }> {
  const { rows } = await sql<BroadcastRow & { total: number }>`
    select ${broadcastColumns}, count(*) over ()::int as total from bot_broadcasts c
    where c.bot_id = ${botId} and c.removed_at is null order by c.id desc
    limit ${limit} offset ${offset}`.execute(db);
  return { total: rows[0]?.total ?? 0, broadcasts: rows.map(({ total: _, ...row }) => toBroadcast(row)) };
}

export async function findBroadcast(
  db: Executor,
  botId: string,
  id: string,
): Promise<BroadcastWithDetails | undefined> {
  const { rows } = await sql<Omit<BroadcastWithDetails, keyof BroadcastTimeColumns> & BroadcastTimeColumns>`
    select ${broadcastColumns}, c.content, c.audience, c.revision,
      (select ${personJson} from users u where u.id = c.edited_by) as edited_by,
      (select p.name from channel_pages p where p.id = (c.audience ->> 'page_id')::uuid) as page_name from bot_broadcasts c
    where c.id = ${id} and c.bot_id = ${botId} and c.removed_at is null`.execute(db);
  return rows[0] && toBroadcast(rows[0]);
}

export async function findBroadcastName(
  db: Executor,
  botId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from bot_broadcasts where id = ${id} and bot_id = ${botId} and removed_at is null`.execute(
    db,
  );
  return rows[0]?.name;
}

export type BroadcastContentRow = Pick<Broadcast, "id" | "name" | "state"> &
  Pick<BroadcastDetailColumns, "content">;

/**
 * Lists the texts of a bot's broadcasts that have not begun, the oldest first. With an `id`, lists only that broadcast,
 * in any state.
 */
export async function listTextsOfBroadcasts(
  db: Executor,
  botId: string,
  id: string | null,
): Promise<BroadcastContentRow[]> {
  const { rows } = await sql<BroadcastContentRow>`
    select c.id, c.name, c.state, c.content from bot_broadcasts c
    where c.bot_id = ${botId} and c.removed_at is null
      and ${id === null ? sql`c.state = 'SCHEDULED'` : sql`c.id = ${id}`} order by c.id`.execute(db);
  return rows;
}

export async function updateBroadcastContent(
  tx: Executor,
  id: string,
  content: StoredBroadcastContent,
  editorId: string,
): Promise<void> {
  await sql`
    update bot_broadcasts set content = ${toJson(content)}::jsonb, revision = revision + 1, edited_by = ${editorId}
    where id = ${id}`.execute(tx);
}

/** What an editor chooses for a broadcast. Without a time, the broadcast begins at once. */
export interface BroadcastSettings extends BroadcastDetailColumns {
  readonly name: string;
  readonly scheduledAt: string | null;
  readonly readerTime: BroadcastReaderTime | null;
}

const findInitialState = ({ scheduledAt }: Pick<BroadcastSettings, "scheduledAt">): BroadcastState =>
  scheduledAt === null ? "SENDING" : "SCHEDULED";

/**
 * Changes a broadcast that has not begun. Raises and returns the number of its step, so that jobs for the old plan do
 * nothing.
 */
export async function updateBroadcastSettings(
  tx: Executor,
  id: string,
  settings: BroadcastSettings,
  editorId: string,
): Promise<number> {
  const { name, content, audience, scheduledAt, readerTime } = settings;
  const { rows } = await sql<{ step: number }>`
    update bot_broadcasts set name = ${name}, content = ${toJson(content)}::jsonb,
      audience = ${toJson(audience)}::jsonb, scheduled_at = ${scheduledAt}::timestamptz,
      reader_time = ${readerTime && toJson(readerTime)}::jsonb, state = ${findInitialState(settings)},
      revision = revision + 1, edited_by = ${editorId}, step = step + 1
    where id = ${id} returning step`.execute(tx);
  return rows[0]?.step ?? 0;
}

/** Returns the id of the broadcast that an earlier request with this `client_id` has created. */
export async function findBroadcastIdByClientId(
  db: Executor,
  botId: string,
  clientId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from bot_broadcasts where bot_id = ${botId} and client_id = ${clientId}`.execute(db);
  return rows[0]?.id;
}

export async function countBroadcasts(tx: Executor, botId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bot_broadcasts where bot_id = ${botId} and removed_at is null`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export async function insertBroadcast(
  tx: Executor,
  newBroadcast: BroadcastSettings & { id: string; botId: string; clientId: string; userId: string },
): Promise<void> {
  const { id, botId, clientId, name, content, audience, scheduledAt, readerTime, userId } = newBroadcast;
  await sql`
    insert into bot_broadcasts
      (id, bot_id, client_id, name, content, audience, state, scheduled_at, reader_time, created_by, edited_by)
    values (${id}, ${botId}, ${clientId}, ${name}, ${toJson(content)}::jsonb, ${toJson(audience)}::jsonb,
      ${findInitialState(newBroadcast)}, ${scheduledAt}::timestamptz,
      ${readerTime && toJson(readerTime)}::jsonb, ${userId}, ${userId})`.execute(tx);
}

export async function hideBroadcast(tx: Executor, id: string): Promise<void> {
  await sql`update bot_broadcasts set removed_at = now() where id = ${id}`.execute(tx);
}

export async function hideBroadcastsOfBot(db: Executor, botId: string): Promise<void> {
  await sql`update bot_broadcasts set removed_at = now() where bot_id = ${botId} and removed_at is null`.execute(
    db,
  );
}

export async function deleteHiddenBroadcast(db: Executor, id: string): Promise<void> {
  await sql`delete from bot_broadcasts where id = ${id} and removed_at is not null`.execute(db);
}

/** Returns the ids of broadcasts that ended more than `days` days ago. */
export async function listOldBroadcastIds(tx: Executor, days: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bot_broadcasts
    where ended_at < now() - make_interval(days => ${days}) and removed_at is null limit ${limit}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export async function findBotIdOfBroadcast(db: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ bot_id: string }>`select bot_id from bot_broadcasts where id = ${id}`.execute(
    db,
  );
  return rows[0]?.bot_id;
}
