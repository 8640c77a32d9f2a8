import type { StoredBroadcastContent } from "@kakehashi/contract/bot-broadcasts";
import type { BroadcastEvent } from "@kakehashi/contract/flows/events";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { addBotMessage, createCardMessage, createTextMessage } from "./bot-messages.ts";
import * as store from "./session-store.ts";
import { findTodaysDate } from "./todays-date.ts";
import * as turnStore from "./turn-store.ts";

/**
 * Stores a broadcast's message as a turn (an event and the bot's reaction) of one session. The caller must have locked
 * the session. The session stays at its place in the story, and the time of its last use does not change. Returns null
 * if the session has reached its size limits.
 */
export async function writeBroadcastTurn(
  tx: Kysely<DB>,
  session: store.SessionRow,
  { id, content }: { id: string; content: StoredBroadcastContent },
): Promise<turnStore.TurnRow | null> {
  if (store.isSessionFull(session)) return null;
  const { state, languages } = session;
  const listener = { session: state, languages };
  const message =
    content.kind === "text"
      ? createTextMessage(content.text, listener)
      : createCardMessage(content, listener);
  const event: BroadcastEvent = { type: "broadcast", today: findTodaysDate(session.hours), broadcast_id: id };
  const result = addBotMessage(state, id, message);
  return turnStore.insertTurn(
    tx,
    { id: session.id, save: store.toSavedFlowReference(session), state: result.session },
    { number: session.turn_count + 1, event, effects: result.effects, ran: [], client_id: null },
  );
}
