import type {
  Broadcast,
  BroadcastAudience,
  BroadcastDetail,
  BroadcastReaderTime,
  BroadcastState,
  PauseReason,
  StoredBroadcastContent,
} from "@kakehashi/contract/bot-broadcasts";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { personJson } from "../users/service.ts";

type BroadcastTimes = {
  scheduled_at: Date | null;
  next_at: Date | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
};
type BroadcastRow = Omit<Broadcast, keyof BroadcastTimes> & BroadcastTimes;
type BroadcastDetailColumns = { content: StoredBroadcastContent; audience: BroadcastAudience };
type FoundBroadcast = Broadcast &
  BroadcastDetailColumns &
  Pick<BroadcastDetail, "page_name" | "revision" | "edited_by">;

const columns = sql`c.id, c.name, c.state, c.pause_reason, c.scheduled_at, c.reader_time, c.created_at, c.started_at, c.ended_at,
  case when c.state = 'SENDING' and c.wave_at > now() then c.wave_at end as next_at, c.planned_count, c.sent_count, c.skipped_count,
  case when c.sent_count = 0 then c.unreached end as unreached,
  (select ${personJson} from users u where u.id = c.created_by) as created_by`;

const toBroadcast = <T extends BroadcastTimes>({
  scheduled_at,
  next_at,
  created_at,
  started_at,
  ended_at,
  ...rest
}: T) => ({
  ...rest,
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
    select ${columns}, count(*) over ()::int as total from bot_broadcasts c
    where c.bot_id = ${botId} and c.removed_at is null order by c.id desc
    limit ${limit} offset ${offset}`.execute(db);
  return { total: rows[0]?.total ?? 0, broadcasts: rows.map(({ total: _, ...row }) => toBroadcast(row)) };
}

export async function findBroadcast(
  db: Executor,
  botId: string,
  id: string,
): Promise<FoundBroadcast | undefined> {
  const { rows } = await sql<Omit<FoundBroadcast, keyof BroadcastTimes> & BroadcastTimes>`
    select ${columns}, c.content, c.audience, c.revision,
      (select ${personJson} from users u where u.id = c.edited_by) as edited_by,
      (select p.name from channel_pages p where p.id = (c.audience ->> 'page_id')::uuid) as page_name from bot_broadcasts c
    where c.id = ${id} and c.bot_id = ${botId} and c.removed_at is null`.execute(db);
  return rows[0] && toBroadcast(rows[0]);
}

export async function findName(db: Executor, botId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from bot_broadcasts where id = ${id} and bot_id = ${botId} and removed_at is null`.execute(
    db,
  );
  return rows[0]?.name;
}

export type BroadcastTexts = Pick<Broadcast, "id" | "name" | "state"> &
  Pick<BroadcastDetailColumns, "content">;

/**
 * Lists the texts of a bot's broadcasts that have not begun, the oldest first. With an `id`, that broadcast
 * in any state.
 */
export async function listTexts(db: Executor, botId: string, id: string | null): Promise<BroadcastTexts[]> {
  const { rows } = await sql<BroadcastTexts>`
    select c.id, c.name, c.state, c.content from bot_broadcasts c
    where c.bot_id = ${botId} and c.removed_at is null
      and ${id === null ? sql`c.state = 'SCHEDULED'` : sql`c.id = ${id}`} order by c.id`.execute(db);
  return rows;
}

export async function updateContent(
  tx: Executor,
  id: string,
  content: StoredBroadcastContent,
  editorId: string,
): Promise<void> {
  await sql`
    update bot_broadcasts set content = ${toJson(content)}::jsonb, revision = revision + 1, edited_by = ${editorId}
    where id = ${id}`.execute(tx);
}

/** What an editor decides about a broadcast. A broadcast without a time begins now. */
export interface BroadcastPlan extends BroadcastDetailColumns {
  readonly name: string;
  readonly scheduledAt: string | null;
  readonly readerTime: BroadcastReaderTime | null;
}

const beginStateOf = ({ scheduledAt }: Pick<BroadcastPlan, "scheduledAt">): BroadcastState =>
  scheduledAt === null ? "SENDING" : "SCHEDULED";

/** Changes a broadcast that has not begun, and moves to the next step. Returns that step. */
export async function updatePlan(
  tx: Executor,
  id: string,
  plan: BroadcastPlan,
  editorId: string,
): Promise<number> {
  const { name, content, audience, scheduledAt, readerTime } = plan;
  const { rows } = await sql<{ step: number }>`
    update bot_broadcasts set name = ${name}, content = ${toJson(content)}::jsonb,
      audience = ${toJson(audience)}::jsonb, scheduled_at = ${scheduledAt}::timestamptz,
      reader_time = ${readerTime && toJson(readerTime)}::jsonb, state = ${beginStateOf(plan)},
      revision = revision + 1, edited_by = ${editorId}, step = step + 1
    where id = ${id} returning step`.execute(tx);
  return rows[0]?.step ?? 0;
}

/** Returns the broadcast that an earlier call with this `client_id` has created. */
export async function findByClientId(
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
  given: BroadcastPlan & { id: string; botId: string; clientId: string; userId: string },
): Promise<void> {
  const { id, botId, clientId, name, content, audience, scheduledAt, readerTime, userId } = given;
  await sql`
    insert into bot_broadcasts
      (id, bot_id, client_id, name, content, audience, state, scheduled_at, reader_time, created_by, edited_by)
    values (${id}, ${botId}, ${clientId}, ${name}, ${toJson(content)}::jsonb, ${toJson(audience)}::jsonb,
      ${beginStateOf(given)}, ${scheduledAt}::timestamptz,
      ${readerTime && toJson(readerTime)}::jsonb, ${userId}, ${userId})`.execute(tx);
}

/** The columns that the sending job needs. */
export interface SendingRow extends BroadcastDetailColumns {
  readonly id: string;
  readonly bot_id: string;
  readonly state: BroadcastState;
  readonly revision: number;
  readonly step: number;
  readonly done_to: string | null;
  readonly started_at: Date | null;
  readonly scheduled_at: Date | null;
  readonly reader_time: BroadcastReaderTime | null;
  /** The moment of the recipients who get it now, or next. Null if all get it at the same time. */
  readonly wave_at: Date | null;
  readonly is_archived: boolean;
  /** The id of the person for whom the content counts. */
  readonly writer_id: string;
  /** The id of the person who created the bot. */
  readonly maker_id: string;
}

/** Returns a broadcast and locks it until the transaction ends. Undefined if it or its bot is deleted. */
export async function lockBroadcast(tx: Executor, id: string): Promise<SendingRow | undefined> {
  const { rows } = await sql<SendingRow>`
    select c.id, c.bot_id, c.state, c.revision, c.step, c.done_to, c.started_at, c.scheduled_at, c.reader_time,
      c.wave_at, c.content, c.audience, b.archived_at is not null as is_archived, b.created_by as maker_id,
      c.created_by as writer_id
    from bot_broadcasts c join bots b on b.id = c.bot_id and b.removed_at is null
    where c.id = ${id} and c.removed_at is null for update of c`.execute(tx);
  return rows[0];
}

/**
 * Whether the bot is still sending another broadcast that began earlier. A broadcast that waits for the
 * clocks of its next visitors does not count.
 */
export async function isAnotherFirst(
  tx: Executor,
  { id, bot_id }: Pick<SendingRow, "id" | "bot_id">,
): Promise<boolean> {
  const { rows } = await sql`
    select from bot_broadcasts o join bot_broadcasts c on c.id = ${id}
    where o.bot_id = ${bot_id} and o.state = 'SENDING' and o.id <> c.id
      and (o.wave_at is null or o.wave_at <= now())
      and (o.started_at, o.id) < (c.started_at, c.id) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Sets the state and moves to the next step, so that jobs of earlier steps do nothing. Returns that step. */
export async function updateState(
  tx: Executor,
  id: string,
  state: BroadcastState,
  pauseReason: PauseReason | null = null,
): Promise<number> {
  const { rows } = await sql<{ step: number }>`
    update bot_broadcasts set state = ${state}, pause_reason = ${pauseReason}, step = step + 1,
      ended_at = case when ${state} in ('DONE', 'CANCELLED') then now() end
    where id = ${id} returning step`.execute(tx);
  return rows[0]?.step ?? 0;
}

/** Returns the ids of the broadcasts that are being sent. Leaves out those of deleted bots. */
export async function listSending(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from bot_broadcasts c join bots b on b.id = c.bot_id and b.removed_at is null
    where c.state = 'SENDING' and c.removed_at is null order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Ends a step and stores that all recipients up to `doneTo` are done. Returns the next step, or null if another job has
 * ended this one.
 */
export async function endSendingStep(
  tx: Executor,
  { id, step }: { id: string; step: number },
  doneTo: string | null,
): Promise<number | null> {
  const { rows } = await sql<{ step: number }>`
    update bot_broadcasts set step = step + 1, done_to = coalesce(${doneTo}, done_to)
    where id = ${id} and step = ${step} and state = 'SENDING' returning step`.execute(tx);
  return rows[0]?.step ?? null;
}

/** Begins the next wave of recipients. It goes through the sessions from the first one again. */
export async function beginWave(tx: Executor, id: string, waveAt: Date): Promise<void> {
  await sql`update bot_broadcasts set wave_at = ${waveAt}, done_to = null where id = ${id}`.execute(tx);
}

export async function hideBroadcast(tx: Executor, id: string): Promise<void> {
  await sql`update bot_broadcasts set removed_at = now() where id = ${id}`.execute(tx);
}

export async function hideBroadcastsOf(db: Executor, botId: string): Promise<void> {
  await sql`update bot_broadcasts set removed_at = now() where bot_id = ${botId} and removed_at is null`.execute(
    db,
  );
}

export async function deleteHidden(db: Executor, id: string): Promise<void> {
  await sql`delete from bot_broadcasts where id = ${id} and removed_at is not null`.execute(db);
}

/** Returns the ids of broadcasts that ended more than `days` days ago. */
export async function listOld(tx: Executor, days: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bot_broadcasts
    where ended_at < now() - make_interval(days => ${days}) and removed_at is null limit ${limit}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export async function findBotOf(db: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ bot_id: string }>`select bot_id from bot_broadcasts where id = ${id}`.execute(
    db,
  );
  return rows[0]?.bot_id;
}
