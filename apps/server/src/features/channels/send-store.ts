import type { ChannelProblem } from "@kakehashi/contract/channel-states";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import type { BotMessageKey } from "../bots/service.ts";
import { markBroadcastMessageFailed, markBroadcastMessageIfAllSent } from "./broadcast-store.ts";
import type { OutgoingPayload } from "./platforms/platform.ts";

/**
 * Seconds after which an API call to a platform counts as lost. A call times out after 10 seconds. So if its result is
 * not stored after these 30 seconds, the process that made the call has died.
 */
const callLostAfterSeconds = 30;
/**
 * Days after which the API calls for bots' messages are deleted. The API calls for people's messages are deleted with
 * the conversation.
 */
const retentionDays = 30;
const callsPerDelete = 10_000;

interface SendTarget {
  readonly pageId: string;
  readonly personId: string;
}

/** Stores the platform API calls for a message of a person on our side, in the order in which they are made. */
export async function insertCallsForMessage(
  tx: Executor,
  { pageId, personId, messageId }: SendTarget & { messageId: string },
  payloads: readonly OutgoingPayload[],
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`
    insert into channel_sends (page_id, person_id, message_id, payload)
    select ${pageId}, ${personId}, ${messageId}, payload::jsonb
    from unnest(${payloads.map((payload) => toJson(payload))}::text[]) with ordinality as given (payload, position)
    order by position`.execute(tx);
}

/** A message of a bot, and the platform API calls that send it. */
export interface BotMessageWithPayloads {
  readonly messageKey: BotMessageKey;
  readonly outgoingPayloads: readonly OutgoingPayload[];
}

/** Stores the platform API calls for a bot's messages, in the order in which they are made. */
export async function insertCallsForBotMessages(
  tx: Executor,
  { pageId, personId, broadcastId }: SendTarget & { broadcastId: string | null },
  botMessages: readonly BotMessageWithPayloads[],
): Promise<void> {
  const platformCalls = botMessages.flatMap(({ messageKey: place, outgoingPayloads }) =>
    outgoingPayloads.map((payload) => ({ ...place, payload })),
  );
  if (platformCalls.length === 0) return;
  await sql`
    insert into channel_sends (page_id, person_id, broadcast_id, session_id, turn_number, effect_number, payload)
    select ${pageId}, ${personId}, ${broadcastId}::uuid, session_id, turn_number, effect_number, payload::jsonb
    from unnest(${platformCalls.map(({ sessionId }) => sessionId)}::uuid[], ${platformCalls.map(({ turnNumber }) => turnNumber)}::int[],
      ${platformCalls.map(({ effectIndex }) => effectIndex)}::int[], ${platformCalls.map(({ payload }) => toJson(payload))}::text[])
      with ordinality as given (session_id, turn_number, effect_number, payload, position)
    order by position`.execute(tx);
}

export interface PlatformCallRow {
  readonly id: string;
  readonly page_id: string;
  readonly person_id: string;
  readonly message_id: string | null;
  readonly payload: OutgoingPayload;
  readonly tries: number;
}

/**
 * Claims the oldest platform API call that may be made now, and sets its state to SENDING. Selects only calls of
 * connected pages, and only the first unfinished call of each person. Skips the pages `busyPageIds`, which have already
 * made all calls that are allowed in this second, or which the platform has asked to pause.
 */
export async function claimNextPlatformCall(
  db: Executor,
  busyPageIds: readonly string[],
): Promise<PlatformCallRow | undefined> {
  const { rows } = await sql<PlatformCallRow>`
    update channel_sends set state = 'SENDING', tries = tries + 1, called_at = now(), changed_at = now() where id = (
      select s.id from channel_sends s join channel_pages p on p.id = s.page_id and p.state = 'CONNECTED'
      where s.state = 'QUEUED' and s.try_at <= now() and not (s.page_id = any(${busyPageIds}::uuid[]))
        and not exists (
          select from channel_sends o
          where o.person_id = s.person_id and o.id < s.id and o.state in ('QUEUED', 'SENDING'))
      order by s.id limit 1 for update of s skip locked)
    returning id, page_id, person_id, message_id, payload, tries`.execute(db);
  return rows[0];
}

/**
 * Stores that the platform has accepted an API call. Returns false if the call is not in the state SENDING any more,
 * because the echo of its message was handled before.
 */
export async function markPlatformCallSent(tx: Executor, id: string, externalId: string): Promise<boolean> {
  const { rows } = await sql<BroadcastRecipientOfCall>`
    update channel_sends set state = 'SENT', external_id = ${externalId}, error = null, changed_at = now()
    where id = ${id} and state = 'SENDING' returning broadcast_id, person_id`.execute(tx);
  await markBroadcastMessageIfSent(tx, rows[0]);
  return rows.length > 0;
}

export interface BroadcastRecipientOfCall {
  readonly broadcast_id: string | null;
  readonly person_id: string;
}

/** Marks a broadcast's message as sent if the platform has accepted all its API calls. */
export async function markBroadcastMessageIfSent(
  tx: Executor,
  broadcastRecipient: BroadcastRecipientOfCall | undefined,
): Promise<void> {
  const { broadcast_id, person_id } = broadcastRecipient ?? {};
  if (broadcast_id && person_id) await markBroadcastMessageIfAllSent(tx, { broadcast_id, person_id });
}

/**
 * Puts an API call to a platform back into the queue. It is made again after `afterMs`, or once its paused broadcast
 * continues. With `keepsTryCount` the failed attempt does not count as a try.
 */
export async function requeuePlatformCall(
  tx: Executor,
  id: string,
  {
    afterMs,
    keepsTryCount,
    error,
  }: { afterMs: number; keepsTryCount: boolean; error: ChannelProblem | null },
): Promise<void> {
  await sql`
    with ours as (
      select b.broadcast_id, b.person_id, b.is_held from channel_sends s
      join channel_broadcasts b on b.broadcast_id = s.broadcast_id and b.person_id = s.person_id
      where s.id = ${id} for share of b),
    held as (select broadcast_id, person_id from ours where is_held),
    again as (
      update channel_sends set try_at = now() + make_interval(secs => ${afterMs / 1_000}),
        state = case when exists (select from held) then 'HELD' else 'QUEUED' end,
        tries = tries - ${keepsTryCount ? 1 : 0}, error = ${error && toJson(error)}::jsonb, changed_at = now()
      where id = ${id} and state = 'SENDING' returning id)
    -- Its further calls would come before it.
    update channel_sends o set state = 'HELD', changed_at = now()
    from held, again where o.broadcast_id = held.broadcast_id and o.person_id = held.person_id
      and o.state = 'QUEUED' and o.id <> again.id`.execute(tx);
}

/**
 * Stores that an API call to a platform has failed for good. If it belongs to a person's message or to a broadcast, the
 * other API calls of this message are cancelled. If it belongs to a bot's story, the others stay, because they may
 * contain the buttons that the story waits for. Returns false if an echo from the platform has already shown that the
 * message was sent.
 */
export async function markPlatformCallFailed(
  tx: Executor,
  { id, message_id }: Pick<PlatformCallRow, "id" | "message_id">,
  error: ChannelProblem,
): Promise<boolean> {
  const callFailureUpdate = sql`update channel_sends set state = 'FAILED', error = ${toJson(error)}::jsonb, changed_at = now()`;
  const { rows } = await sql<BroadcastRecipientOfCall>`
    ${callFailureUpdate} where id = ${id} and state = 'SENDING' returning broadcast_id, person_id`.execute(
    tx,
  );
  const [failedCall] = rows;
  if (!failedCall) return false;
  const { broadcast_id, person_id } = failedCall;
  if (broadcast_id === null) {
    if (message_id !== null)
      await sql`${callFailureUpdate} where message_id = ${message_id} and state = 'QUEUED'`.execute(tx);
    return true;
  }
  await sql`${callFailureUpdate} where broadcast_id = ${broadcast_id} and person_id = ${person_id}
    and state in ('QUEUED', 'HELD')`.execute(tx);
  await markBroadcastMessageFailed(tx, { broadcast_id, person_id }, error.code);
  return true;
}

/**
 * Puts the failed API calls of a message into the queue again. They keep their order and come after the person's other
 * calls.
 */
export async function requeueFailedPlatformCalls(tx: Executor, messageId: string): Promise<void> {
  await sql`
    with failed as (delete from channel_sends where message_id = ${messageId} and state = 'FAILED'
      returning id, page_id, person_id, message_id, payload)
    insert into channel_sends (page_id, person_id, message_id, payload)
    select page_id, person_id, message_id, payload from failed order by id`.execute(tx);
}

/**
 * Returns the API calls to platforms whose result was not stored in time: the process died, or an unexpected error
 * occurred. It is unknown whether the platform has sent their messages.
 */
export async function listAbandonedPlatformCalls(db: Executor): Promise<PlatformCallRow[]> {
  const { rows } = await sql<PlatformCallRow>`
    select id, page_id, person_id, message_id, payload, tries from channel_sends
    where state = 'SENDING' and changed_at < now() - make_interval(secs => ${callLostAfterSeconds})
    order by id limit 100`.execute(db);
  return rows;
}

const disconnectedErrorJson = (): string =>
  toJson({ code: "TOKEN", detail: "The page was disconnected.", at: new Date().toISOString() });

/** Marks all waiting API calls of a disconnected page as failed. */
export async function failQueuedCallsOfPage(tx: Executor, pageId: string): Promise<void> {
  await sql`
    with failed as (
      update channel_sends set state = 'FAILED', error = ${disconnectedErrorJson()}::jsonb, changed_at = now()
      where page_id = ${pageId} and state in ('QUEUED', 'HELD') returning message_id, broadcast_id, person_id),
    unsent as (
      update channel_broadcasts b set state = 'FAILED', reason = 'PAGE_DISCONNECTED', is_told = false, changed_at = now()
      from failed where b.broadcast_id = failed.broadcast_id and b.person_id = failed.person_id and b.state = 'QUEUED')
    update channel_deliveries set state = 'FAILED', error = ${disconnectedErrorJson()}::jsonb, changed_at = now()
    where message_id in (select message_id from failed)`.execute(tx);
}

/** Deletes some old API calls of bots' messages. Returns how many. */
export async function deleteOldPlatformCalls(db: Executor): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from channel_sends where id in (
      select id from channel_sends
      where message_id is null and state in ('SENT', 'FAILED') and created_at < now() - make_interval(days => ${retentionDays})
      limit ${callsPerDelete})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
