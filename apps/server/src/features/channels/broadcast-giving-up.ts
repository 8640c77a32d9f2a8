import type { BroadcastSkipReason } from "@kakehashi/contract/bot-broadcast-reasons";
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { nothingSentCondition } from "./broadcast-store.ts";

// These functions give up broadcast messages that cannot be sent to platforms. They mark the messages as failed, and
// delete the queued API calls to the platform that would have sent them.

/**
 * Gives up the waiting messages of a broadcast at each page that is not connected or has used up its message quota.
 * Does not stop API calls to the platform that are already running.
 */
export async function dropMessagesAtStoppedPages(tx: Executor, broadcastId: string): Promise<void> {
  await sql`
    with stopped as (
      select b.person_id, case p.state when 'PAUSED' then 'PAGE_PAUSED' when 'BROKEN' then 'PAGE_BROKEN'
        when 'DISCONNECTED' then 'PAGE_DISCONNECTED' else 'QUOTA' end as reason
      from channel_broadcasts b join channel_pages p on p.id = b.page_id
      where b.broadcast_id = ${broadcastId} and b.state = 'QUEUED'
        and (p.state <> 'CONNECTED' or ${createUsedQuotaCondition(broadcastId, sql`b.page_id`)})
        and not exists (
          select from channel_sends o where o.broadcast_id = b.broadcast_id and o.person_id = b.person_id
            and o.state = 'SENDING')),
    gone as (
      delete from channel_sends s using stopped
      where s.broadcast_id = ${broadcastId} and s.person_id = stopped.person_id and s.state = 'QUEUED'
      returning s.person_id)
    update channel_broadcasts b set state = 'FAILED', reason = stopped.reason, is_told = false, changed_at = now()
    from stopped where b.broadcast_id = ${broadcastId} and b.person_id = stopped.person_id
      and b.person_id in (select person_id from gone)`.execute(tx);
}

/**
 * Gives up the broadcast messages that wait for a person and of which no part was sent yet. Returns the ids of their
 * broadcasts.
 */
export async function dropWaitingBroadcastsOfPerson(
  tx: Executor,
  personId: string,
  reason: BroadcastSkipReason,
): Promise<string[]> {
  const { rows } = await sql<{ broadcast_id: string }>`
    select broadcast_id from channel_broadcasts where person_id = ${personId} and state = 'QUEUED'
    order by broadcast_id for no key update`.execute(tx);
  if (rows.length === 0) return [];
  // Another process may be starting to send one of these messages at this moment. Then this statement waits until that
  // process releases its row lock, and the next statement sees that the message is being sent.
  await sql`
    update channel_sends set state = 'HELD', changed_at = now()
    where person_id = ${personId} and broadcast_id = any(${rows.map((row) => row.broadcast_id)}::uuid[])
      and state = 'QUEUED'`.execute(tx);
  const droppedBroadcasts = await sql<{ broadcast_id: string }>`
    with whole as (select b.broadcast_id, b.person_id from channel_broadcasts b where b.person_id = ${personId} and ${nothingSentCondition}),
    gone as (
      delete from channel_sends s using whole
      where s.broadcast_id = whole.broadcast_id and s.person_id = whole.person_id and s.state = 'HELD')
    update channel_broadcasts b set state = 'FAILED', reason = ${reason}, is_told = false, changed_at = now()
    from whole where b.broadcast_id = whole.broadcast_id and b.person_id = whole.person_id
    returning b.broadcast_id`.execute(tx);
  await sql`
    update channel_sends s set state = 'QUEUED', changed_at = now() from channel_broadcasts b
    where s.person_id = ${personId} and s.state = 'HELD' and b.broadcast_id = s.broadcast_id
      and b.person_id = s.person_id and b.state = 'QUEUED' and not b.is_held`.execute(tx);
  return droppedBroadcasts.rows.map(({ broadcast_id }) => broadcast_id);
}

/**
 * An SQL condition: the platform has refused a message of this broadcast, because the page has used up its message
 * quota.
 */
const createUsedQuotaCondition = (broadcastId: string, pageId: RawBuilder<unknown>) => sql`exists (
  select from channel_broadcasts u where u.broadcast_id = ${broadcastId} and u.page_id = ${pageId}
    and u.reason = 'QUOTA')`;

export async function isOverQuota(tx: Executor, broadcastId: string, pageId: string): Promise<boolean> {
  const { rows } = await sql<{ is_over: boolean }>`
    select ${createUsedQuotaCondition(broadcastId, sql`${pageId}::uuid`)} as is_over`.execute(tx);
  return rows[0]?.is_over === true;
}
