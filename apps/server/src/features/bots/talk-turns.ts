import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { OutsideSender } from "./outlet.ts";
import * as turnStore from "./turn-store.ts";

/**
 * Returns a session's newest turns (events and the bot's reactions) after number `since`, to be written into the
 * conversation with people. First cancels broadcast messages that still wait to be sent to the platform, because a
 * visitor who talks to people gets no broadcasts.
 */
export async function listTurnsForTalk(
  tx: Kysely<DB>,
  { outlet, sessionId }: { outlet: Pick<OutsideSender, "dropUnsentBroadcasts"> | null; sessionId: string },
  since: number,
  limit: number,
): Promise<turnStore.TurnRow[]> {
  const found = await turnStore.listNewestTurns(tx, sessionId, since, limit);
  if (!outlet || !found.some(({ event }) => event.type === "broadcast")) return found;
  const droppedBroadcastIds = await outlet.dropUnsentBroadcasts(tx, sessionId);
  for (const id of droppedBroadcastIds)
    await turnStore.setUnsentReason(tx, id, [{ sessionId, reason: "TALKING" }]);
  return droppedBroadcastIds.length > 0 ? turnStore.listNewestTurns(tx, sessionId, since, limit) : found;
}

/**
 * Returns a session's newest turns (events and the bot's reactions) after number `since`. Ends before the first
 * broadcast whose message waits to be sent to the platform, because it may still fail.
 */
export async function listTurnsBeforeWaitingBroadcast(
  tx: Kysely<DB>,
  { outlet, sessionId }: { outlet: Pick<OutsideSender, "waitingBroadcasts"> | null; sessionId: string },
  since: number,
  limit: number,
): Promise<turnStore.TurnRow[]> {
  const newestTurns = await turnStore.listNewestTurns(tx, sessionId, since, limit);
  if (!outlet || !newestTurns.some(({ event }) => event.type === "broadcast")) return newestTurns;
  const waiting = await outlet.waitingBroadcasts(tx, sessionId);
  const firstBroadcastIndex = newestTurns.findIndex(
    ({ event }) => event.type === "broadcast" && waiting.includes(event.broadcast_id),
  );
  return firstBroadcastIndex === -1 ? newestTurns : newestTurns.slice(0, firstBroadcastIndex);
}
