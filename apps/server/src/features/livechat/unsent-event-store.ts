import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

export interface TalkWithUnsentEvents {
  readonly conversation_id: string;
  readonly bot_id: string;
  readonly session_id: string | null;
}

const unannouncedColumns = sql`l.conversation_id, l.bot_id, s.id as session_id
  from livechats l left join bot_sessions s on s.conversation_id = l.conversation_id`;

/**
 * Lists talks with a committed change whose live events were probably never sent, because the mark of the change
 * (`untold_at`) is older than `seconds`. The oldest change comes first.
 */
export async function listTalksWithUnsentEvents(
  db: Executor,
  seconds: number,
  limit: number,
): Promise<(TalkWithUnsentEvents & { untold_at: string })[]> {
  const { rows } = await sql<TalkWithUnsentEvents & { untold_at: string }>`
    select l.untold_at::text as untold_at, ${unannouncedColumns}
    where l.untold_at < now() - make_interval(secs => ${seconds}) order by l.untold_at limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findTalkToAnnounce(
  db: Executor,
  conversationId: string,
): Promise<TalkWithUnsentEvents | undefined> {
  const { rows } = await sql<TalkWithUnsentEvents>`
    select ${unannouncedColumns} where l.conversation_id = ${conversationId}`.execute(db);
  return rows[0];
}

/**
 * Marks a talk's change as not yet announced by live events, and returns the time of the mark (`untold_at`). After the
 * events are sent, call `markAnnounced` with this time.
 */
export async function markLiveEventsUnsent(tx: Executor, conversationId: string): Promise<string> {
  const { rows } = await sql<{ untold_at: string }>`
    update livechats set untold_at = now() where conversation_id = ${conversationId}
    returning untold_at::text`.execute(tx);
  return rows[0]?.untold_at ?? "";
}

/**
 * Removes the mark (`untold_at`) of a talk's change after its live events were sent. If a later change has set a newer
 * mark, that mark stays.
 */
export async function markLiveEventsSent(
  db: Executor,
  conversationId: string,
  announcementMark: string,
): Promise<void> {
  await sql`
    update livechats set untold_at = null
    where conversation_id = ${conversationId} and untold_at = ${announcementMark}::timestamptz`.execute(db);
}

/**
 * Removes the marks (`untold_at`) of these talks after their live events were sent. To avoid waiting for locks, skips a
 * talk that another transaction has locked. The mark of a skipped talk is removed after the talk's next change. Without
 * a change, the job `livechat.untold` removes it after a minute and sends an unnecessary hint.
 */
export async function markTalksLiveEventsSent(
  db: Executor,
  announcementMarks: readonly { conversationId: string; announcementMark: string }[],
): Promise<void> {
  await sql`
    update livechats l set untold_at = null where l.conversation_id in (
      select o.conversation_id
      from unnest(${announcementMarks.map((talkMark) => talkMark.conversationId)}::uuid[], ${announcementMarks.map((mark) => mark.announcementMark)}::timestamptz[])
        as t(conversation_id, untold_at)
      join livechats o on o.conversation_id = t.conversation_id and o.untold_at = t.untold_at
      for update of o skip locked)`.execute(db);
}
