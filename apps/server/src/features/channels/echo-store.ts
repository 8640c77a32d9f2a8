import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { markSentIfAllAccepted } from "./delivery-store.ts";
import { type BroadcastRecipientOfCall, markBroadcastMessageIfSent } from "./send-store.ts";

/** An echo is a copy of our own message that the platform sends to our webhook. It arrives within this many seconds. */
const maximumEchoDelaySeconds = 10 * 60;

/** The echo of one of our messages: the platform sends a copy of the message to our webhook. */
interface EchoedMessage {
  readonly pageId: string;
  /** The person's id on the platform. */
  readonly person: string;
  readonly messageId: string;
  readonly text: string;
}

const createSentToPersonCondition = ({ pageId, person }: EchoedMessage) =>
  sql`page_id = ${pageId} and person_id = (
    select id from channel_people where page_id = ${pageId} and external_id = ${person})`;

/**
 * Handles an echo: the platform reports a message that was sent to a person by the page. Finds the API call that sent
 * the message, and marks the call as sent. Returns whether there is such a call; if so, this installation has sent the
 * message. A call without a response has no message id yet, so a call with the same text matches too. With
 * `isOwnMessage`, any running call to the person matches.
 */
export async function markEchoedCallSent(
  tx: Executor,
  echoedMessage: EchoedMessage,
  isOwnMessage: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    select from channel_sends where page_id = ${echoedMessage.pageId} and external_id = ${echoedMessage.messageId}`.execute(
    tx,
  );
  if (rows.length > 0) return true;
  const textAsJson = JSON.stringify(echoedMessage.text).slice(1, -1);
  const payloadHasTextCondition = sql`(${textAsJson} <> '' and position(${textAsJson} in payload::text) > 0)`;
  const matchingCalls = await sql<{ message_id: string | null } & BroadcastRecipientOfCall>`
    update channel_sends set state = 'SENT', external_id = ${echoedMessage.messageId}, error = null, changed_at = now()
    where id = (
      select min(id) from channel_sends where ${createSentToPersonCondition(echoedMessage)} and external_id is null and (
        (state = 'SENDING' and (${isOwnMessage} or ${payloadHasTextCondition}))
        or (state = 'FAILED' and error ->> 'code' = 'LOST' and ${payloadHasTextCondition}
          and changed_at > now() - make_interval(secs => ${maximumEchoDelaySeconds}))))
    returning message_id, broadcast_id, person_id`.execute(tx);
  const [sentMessage] = matchingCalls.rows;
  await markBroadcastMessageIfSent(tx, sentMessage);
  if (sentMessage?.message_id) await markSentIfAllAccepted(tx, sentMessage.message_id);
  return sentMessage !== undefined;
}

/**
 * Whether this installation may have sent an echoed message: an API call to the person is still running, or the
 * message's own call has ended since `markEchoedCallSent` looked for it. One statement checks both, so that no call ends
 * unnoticed between two checks.
 */
export async function mayHaveSentEchoedMessage(tx: Executor, echoedMessage: EchoedMessage): Promise<boolean> {
  const { rows } = await sql`
    select from channel_sends
    where ${createSentToPersonCondition(echoedMessage)} and (state = 'SENDING' or external_id = ${echoedMessage.messageId}) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
