import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { OutsideSender } from "./outlet.ts";
import * as turnStore from "./turn-store.ts";

/**
 * Returns a session's newest turns (events and the bot's reactions) after number `sinceTurnNumber`, to be written into the
 * conversation with people. First cancels broadcast messages that still wait to be sent to the platform, because a
 * visitor who talks to people gets no broadcasts.
 */
export async function listTurnsForTalk(
  tx: Kysely<DB>,
  { outlet, sessionId }: { outlet: Pick<OutsideSender, "dropUnsentBroadcasts"> | null; sessionId: string },
  sinceTurnNumber: number,
  limit: number,
): Promise<turnStore.TurnRow[]> {
  const newestTurns = await turnStore.listNewestTurns(tx, sessionId, sinceTurnNumber, limit);
  if (!outlet || !newestTurns.some(({ event }) => event.type === "broadcast")) return newestTurns;
  const droppedBroadcastIds = await outlet.dropUnsentBroadcasts(tx, sessionId);
  for (const id of droppedBroadcastIds)
    await turnStore.setUnsentReasons(tx, id, [{ sessionId, reason: "TALKING" }]);
  return droppedBroadcastIds.length > 0
    ? turnStore.listNewestTurns(tx, sessionId, sinceTurnNumber, limit)
    : newestTurns;
}

/**
 * Returns a session's newest turns (events and the bot's reactions) after number `sinceTurnNumber`. Ends before the
 * first broadcast whose message still waits to be sent to the platform, because the platform may still refuse that
 * message.
 */
export async function listTurnsBeforeWaitingBroadcast(
  tx: Kysely<DB>,
  { outlet, sessionId }: { outlet: Pick<OutsideSender, "waitingBroadcasts"> | null; sessionId: string },
  sinceTurnNumber: number,
  limit: number,
): Promise<turnStore.TurnRow[]> {
  const newestTurns = await turnStore.listNewestTurns(tx, sessionId, sinceTurnNumber, limit);
  if (!outlet || !newestTurns.some(({ event }) => event.type === "broadcast")) return newestTurns;
  const waitingBroadcastIds = await outlet.waitingBroadcasts(tx, sessionId);
  const firstBroadcastIndex = newestTurns.findIndex(
    ({ event }) => event.type === "broadcast" && waitingBroadcastIds.includes(event.broadcast_id),
  );
  return firstBroadcastIndex === -1 ? newestTurns : newestTurns.slice(0, firstBroadcastIndex);
}
