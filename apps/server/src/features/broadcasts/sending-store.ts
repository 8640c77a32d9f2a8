import type {
  BroadcastPauseReason,
  BroadcastReaderTime,
  BroadcastState,
} from "@kakehashi/contract/bot-broadcasts";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import type { BroadcastDetailColumns } from "./store.ts";

/** A broadcast, with all the data that sending its messages needs. */
export interface BroadcastRowForSending extends BroadcastDetailColumns {
  readonly id: string;
  readonly bot_id: string;
  readonly state: BroadcastState;
  readonly revision: number;
  readonly step: number;
  readonly done_to: string | null;
  readonly started_at: Date | null;
  readonly scheduled_at: Date | null;
  readonly reader_time: BroadcastReaderTime | null;
  /**
   * The moment at which the current or next group of recipients gets the broadcast. Null if the broadcast does not go
   * by the recipients' own clocks, so that all get it at the same time.
   */
  readonly wave_at: Date | null;
  readonly is_archived: boolean;
  /** The id of the person whose storage quota the broadcast's content uses. */
  readonly writer_id: string;
  /** The id of the person who created the bot. */
  readonly maker_id: string;
}

/**
 * Returns a broadcast and locks it until the transaction ends. Returns undefined if the broadcast or its bot is
 * deleted.
 */
export async function lockBroadcast(tx: Executor, id: string): Promise<BroadcastRowForSending | undefined> {
  const { rows } = await sql<BroadcastRowForSending>`
    select c.id, c.bot_id, c.state, c.revision, c.step, c.done_to, c.started_at, c.scheduled_at, c.reader_time,
      c.wave_at, c.content, c.audience, b.archived_at is not null as is_archived, b.created_by as maker_id,
      c.created_by as writer_id
    from bot_broadcasts c join bots b on b.id = c.bot_id and b.removed_at is null
    where c.id = ${id} and c.removed_at is null for update of c`.execute(tx);
  return rows[0];
}

/**
 * Whether the bot is still sending another broadcast that began earlier. Another broadcast that only waits for its
 * planned time in further time zones does not count.
 */
export async function isEarlierBroadcastSending(
  tx: Executor,
  { id, bot_id }: Pick<BroadcastRowForSending, "id" | "bot_id">,
): Promise<boolean> {
  const { rows } = await sql`
    select from bot_broadcasts o join bot_broadcasts c on c.id = ${id}
    where o.bot_id = ${bot_id} and o.state = 'SENDING' and o.id <> c.id
      and (o.wave_at is null or o.wave_at <= now())
      and (o.started_at, o.id) < (c.started_at, c.id) limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Sets the state of a broadcast and moves it to the next step, so that jobs of earlier steps do nothing. Returns the
 * number of the new step.
 */
export async function updateBroadcastState(
  tx: Executor,
  id: string,
  state: BroadcastState,
  pauseReason: BroadcastPauseReason | null = null,
): Promise<number> {
  const { rows } = await sql<{ step: number }>`
    update bot_broadcasts set state = ${state}, pause_reason = ${pauseReason}, step = step + 1,
      ended_at = case when ${state} in ('DONE', 'CANCELLED') then now() end
    where id = ${id} returning step`.execute(tx);
  return rows[0]?.step ?? 0;
}

/** Returns the ids of the broadcasts that are being sent now. Leaves out the broadcasts of deleted bots. */
export async function listSendingBroadcastIds(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from bot_broadcasts c join bots b on b.id = c.bot_id and b.removed_at is null
    where c.state = 'SENDING' and c.removed_at is null order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Ends a step of a broadcast and stores `lastHandledSessionId`, the id of the last session that was handled. Returns the number of
 * the next step, or null if another job has already ended this step.
 */
export async function endSendingStep(
  tx: Executor,
  { id, step }: { id: string; step: number },
  lastHandledSessionId: string | null,
): Promise<number | null> {
  const { rows } = await sql<{ step: number }>`
    update bot_broadcasts set step = step + 1, done_to = coalesce(${lastHandledSessionId}, done_to)
    where id = ${id} and step = ${step} and state = 'SENDING' returning step`.execute(tx);
  return rows[0]?.step ?? null;
}

/**
 * Begins sending to the next wave: the recipients whose clocks show the planned time at `waveAt`. Within a wave,
 * sending goes from the lowest session id to the highest.
 */
export async function beginRecipientWave(tx: Executor, id: string, waveAt: Date): Promise<void> {
  await sql`update bot_broadcasts set wave_at = ${waveAt}, done_to = null where id = ${id}`.execute(tx);
}
