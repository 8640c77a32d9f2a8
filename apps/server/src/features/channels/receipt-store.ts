import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { markBroadcastsReceived } from "./broadcast-store.ts";

/**
 * Maximum seconds by which a platform's clock may differ from ours. Comparisons between our times and the platform's
 * times allow for this difference.
 */
const clockMarginSeconds = 2;

/**
 * Stores that messages have reached the person, or that the person has read them: the messages with these ids, or all
 * messages up to a time. A read message stays read, even if the platform reports its delivery later. Returns the id of
 * the newest of these messages that a person on our side wrote (or null), and whether a broadcast's message is among
 * them.
 */
export async function markDeliveredOrSeen(
  tx: Executor,
  personId: string,
  receipt: { state: "DELIVERED" | "SEEN"; externalIds: readonly string[] | null; until: Date },
): Promise<{ newest: string | null; isPartOfBroadcast: boolean }> {
  const { state, externalIds, until } = receipt;
  const condition =
    externalIds === null
      ? sql`s.called_at <= ${until}::timestamptz + make_interval(secs => ${clockMarginSeconds})`
      : sql`s.external_id = any(${externalIds}::text[])`;
  const isPartOfBroadcast = await markBroadcastsReceived(tx, personId, state === "SEEN", condition);
  const statesBefore = state === "SEEN" ? ["SENT", "DELIVERED"] : ["SENT"];
  const { rows } = await sql<{ message_id: string }>`
    update channel_deliveries d set state = ${state}, changed_at = now()
    where d.person_id = ${personId} and d.state = any(${statesBefore}::text[]) and exists (
      select from channel_sends s where s.message_id = d.message_id and s.state = 'SENT' and ${condition})
    returning message_id, created_at`.execute(tx);
  const newestRows = (rows as { message_id: string; created_at: Date }[]).sort(
    (a, b) => b.created_at.getTime() - a.created_at.getTime(),
  )[0];
  return { newest: newestRows?.message_id ?? null, isPartOfBroadcast };
}
