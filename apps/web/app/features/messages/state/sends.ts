import type { Parcel } from "../../files/parcel.ts";
import * as outbox from "./outbox.ts";
import { keyOf, placeOf } from "./place.ts";
import { changeRoom } from "./rooms.ts";
import { followRooms, openNewest } from "./store.ts";
import * as core from "./timeline.ts";

/** Shows a message at once and sends it; those of one place leave in the order they were written. */
export function send(
  key: string,
  content: string,
  type: outbox.Waiting["type"] = "chat",
  parcel: Parcel = { stored: [], local: [] },
): void {
  const { id, parentId } = placeOf(key);
  void openNewest(key);
  outbox.post({
    client_id: crypto.randomUUID(),
    type,
    idConversation: id,
    parent_id: parentId,
    content,
    files: parcel.stored,
    local: parcel.local,
    created_at: new Date().toISOString(),
  });
}

export function retrySend(clientId: string): void {
  outbox.retry(clientId);
}

export function discardSend(key: string, clientId: string): void {
  outbox.discard(clientId);
  changeRoom(key, (timeline) => core.discardSend(timeline, clientId));
}

function hear(news: outbox.OutboxNews): void {
  const { client_id, content, files, local, created_at, idConversation, parent_id } = news.waiting;
  changeRoom(keyOf(idConversation, parent_id), (timeline) => {
    switch (news.kind) {
      case "added":
        return core.startSend(timeline, { client_id, content, files, local, created_at });
      case "sending":
        return core.retrySend(timeline, client_id);
      case "held":
        return core.holdSend(timeline, client_id);
      case "refused":
        return core.failSend(timeline, client_id, news.reason);
      case "arrived":
        return core.settleSend(timeline, news.message);
    }
  });
}

/** Keeps messages current and sends what this person left waiting, until the returned function is called. */
export function followMessages(userId: string): () => void {
  const ends = [followRooms(), outbox.onOutbox(hear), outbox.followOutbox(userId)];
  return () => {
    for (const end of ends) end();
  };
}
