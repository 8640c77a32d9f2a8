import type { Delivery } from "@kakehashi/contract/channel-deliveries";
import type { ChannelProblem, DeliveryState } from "@kakehashi/contract/channel-states";
import type { MessagingWindow } from "@kakehashi/contract/channels";
import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { toJson } from "../../kit/db/json.ts";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";

export interface DeliveryRow {
  readonly message_id: string;
  readonly person_id: string;
  readonly state: DeliveryState;
  readonly content: string | null;
  readonly language: Language | null;
  readonly error: ChannelProblem | null;
  readonly changed_at: Date;
}

/** Seconds after which a missing translation counts as overdue. Machine translation takes much less time. */
const overdueSeconds = 60;

const deliveryColumns = sql`message_id, person_id, state, content, language, error, changed_at`;

/** Returns the delivery of a message and locks it until the transaction ends. */
export async function lockDelivery(tx: Executor, messageId: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns} from channel_deliveries where message_id = ${messageId} for update`.execute(tx);
  return rows[0];
}

/**
 * Stores the delivery of a message. `sentContent` is the text that the person gets. If it is null, the message waits
 * for its translation.
 */
export async function upsertDelivery(
  tx: Executor,
  deliveryValues: {
    messageId: string;
    personId: string;
    sentContent: { content: string; language: Language } | null;
    createdAt: string;
  },
): Promise<void> {
  const { messageId, personId, sentContent, createdAt } = deliveryValues;
  const state = sentContent ? "QUEUED" : "UNTRANSLATED";
  await sql`
    insert into channel_deliveries (message_id, person_id, state, content, language, created_at)
    values (${messageId}, ${personId}, ${state}, ${sentContent?.content ?? null}, ${sentContent?.language ?? null},
      ${createdAt})
    on conflict (message_id) do update set state = excluded.state, content = excluded.content,
      language = excluded.language, changed_at = now()`.execute(tx);
}

/**
 * Returns the language into which a message must be translated before it is sent. Returns null if the message does not
 * wait for a translation.
 */
export async function findAwaitedLanguage(db: Executor, messageId: string): Promise<Language | null> {
  const { rows } = await sql<{ language: Language | null }>`
    select v.working_language as language from channel_deliveries d
    join channel_people c on c.id = d.person_id
    join bot_sessions s on s.id = c.session_id
    join livechats l on l.conversation_id = s.conversation_id
    join users v on v.id = l.visitor_id
    where d.message_id = ${messageId} and d.state = 'UNTRANSLATED'`.execute(db);
  return rows[0]?.language ?? null;
}

export interface MessageWithOverdueTranslation {
  readonly messageId: string;
  readonly conversationId: string;
  readonly botId: string;
  readonly language: Language;
}

/**
 * Returns messages that have waited too long for a translation and for which no translator was asked, newest first.
 * This happens if a process died, the machine failed to translate, or a request for translation was withdrawn.
 */
export async function listMessagesWithOverdueTranslation(
  db: Executor,
  limit: number,
): Promise<MessageWithOverdueTranslation[]> {
  const { rows } = await sql<MessageWithOverdueTranslation>`
    select d.message_id as "messageId", s.conversation_id as "conversationId", l.bot_id as "botId",
      v.working_language as language
    from channel_deliveries d
    join channel_people c on c.id = d.person_id
    join bot_sessions s on s.id = c.session_id
    join livechats l on l.conversation_id = s.conversation_id
    join users v on v.id = l.visitor_id
    join messages t on t.conversation_id = s.conversation_id and t.id = d.message_id and t.deleted_at is null
    where d.state = 'UNTRANSLATED' and d.changed_at < now() - make_interval(secs => ${overdueSeconds})
      and v.working_language <> t.language
      and not exists (
        select from translations x where x.subject_kind = 'MESSAGE' and x.subject_id = d.message_id
          and x.language = v.working_language and x.waiting_since is not null)
    order by d.created_at desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Deletes a delivery if no part of its message was sent or is being sent to the platform. Returns whether it was
 * deleted.
 */
export async function deleteUnsentDelivery(tx: Executor, messageId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from channel_deliveries d where d.message_id = ${messageId} and not exists (
      select from channel_sends s where s.message_id = d.message_id and s.state in ('SENDING', 'SENT'))`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) > 0;
}

/** Stores that a message could not be sent, or that the message waits to be sent again. */
export async function setDeliveryState(
  tx: Executor,
  messageId: string,
  state: "QUEUED" | "FAILED",
  error: ChannelProblem | null,
): Promise<void> {
  await sql`
    update channel_deliveries set state = ${state}, error = ${error && toJson(error)}::jsonb, changed_at = now()
    where message_id = ${messageId}`.execute(tx);
}

/** Marks a message as sent if the platform has accepted all API calls for it. */
export async function markSentIfAllAccepted(tx: Executor, messageId: string): Promise<void> {
  await sql`
    update channel_deliveries d set state = 'SENT', error = null, changed_at = now()
    where d.message_id = ${messageId} and d.state in ('QUEUED', 'FAILED') and not exists (
      select from channel_sends s where s.message_id = d.message_id and s.state <> 'SENT')`.execute(tx);
}

/** Returns the latest deliveries to a person, sorted with the newest first. */
export async function listNewestDeliveries(
  db: Executor,
  personId: string,
  limit: number,
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${deliveryColumns} from channel_deliveries where person_id = ${personId}
    order by created_at desc limit ${limit}`.execute(db);
  return rows;
}

export const toDelivery = (
  { person_id: _, changed_at, ...row }: DeliveryRow,
  { people_until }: MessagingWindow,
): Delivery => ({
  ...row,
  can_retry: row.state === "FAILED" && people_until !== null,
  changed_at: changed_at.toISOString(),
});

/** Returns the newest deliveries that fit into one API response, the oldest of them first. */
export const listDeliveriesWithinAnswerSize = (
  deliveriesNewestFirst: readonly DeliveryRow[],
  messagingWindow: MessagingWindow,
): Delivery[] =>
  firstFittingItems(deliveriesNewestFirst.map((row) => toDelivery(row, messagingWindow))).data.reverse();
