import type { MessageFilesToSend } from "../../files/send-with-files.ts";
import { chatKeyOf, parseChatKey } from "./chat-key.ts";
import { updateTimelineByKey } from "./chats.ts";
import { loadNewestMessages } from "./open-chat.ts";
import * as outbox from "./outbox.ts";
import { keepChatsUpdated } from "./store.ts";
import type { QueuedMessage } from "./stored-sends.ts";
import * as core from "./timeline.ts";

/**
 * Shows a message immediately and sends it. Messages of one chat are sent in the order in which they were written. A
 * message with local files appears after the browser has stored the files. The returned promise resolves then.
 */
export function sendToChat(
  key: string,
  content: string,
  composerPlace: QueuedMessage["type"] = "chat",
  files: MessageFilesToSend = { storedFiles: [], localFiles: [] },
  { kind, language }: Pick<QueuedMessage, "kind" | "language"> = {},
): Promise<void> | undefined {
  const { id, parentId } = parseChatKey(key);
  void loadNewestMessages(key);
  return outbox.enqueueMessage({
    client_id: crypto.randomUUID(),
    type: composerPlace,
    idConversation: id,
    parent_id: parentId,
    kind,
    language,
    content,
    files: files.storedFiles,
    local: files.localFiles,
    created_at: new Date().toISOString(),
  });
}

export function retryUnsentMessage(clientId: string): void {
  outbox.retryQueuedMessage(clientId);
}

export function discardUnsentMessage(key: string, clientId: string): void {
  outbox.discardQueuedMessage(clientId);
  updateTimelineByKey(key, (timeline) => core.removeOutgoingMessage(timeline, clientId));
}

function onOutboxEvent(event: outbox.OutboxEvent): void {
  const {
    client_id,
    kind,
    content,
    files,
    local: localFiles,
    created_at,
    idConversation,
    parent_id,
  } = event.queued;
  updateTimelineByKey(chatKeyOf(idConversation, parent_id), (timeline) => {
    switch (event.kind) {
      case "added":
        return core.addOutgoingMessage(timeline, { client_id, kind, content, files, localFiles, created_at });
      case "sending":
        return core.markSendInProgress(timeline, client_id);
      case "held":
        return core.markSendWaiting(timeline, client_id);
      case "refused":
        return core.markSendFailed(timeline, client_id, event.reason);
      case "arrived":
        return core.applySendResponse(timeline, event.arrivedMessage);
    }
  });
}

/**
 * Keeps messages up to date and sends this person's queued messages, until the returned function is called.
 */
export function startMessageSync(userId: string): () => void {
  const unsubscribeFunctions = [
    keepChatsUpdated(),
    outbox.subscribeToOutbox(onOutboxEvent),
    outbox.startSendingQueue(userId),
  ];
  return () => {
    for (const unsubscribe of unsubscribeFunctions) unsubscribe();
  };
}
