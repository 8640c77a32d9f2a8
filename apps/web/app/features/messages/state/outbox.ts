import { minimumResumableBytes, type StoredFile } from "@kakehashi/contract/files";
import { type Message, sendMessage } from "@kakehashi/contract/messages";
import { call } from "../../../kit/api.ts";
import { ApiError, computeRetryWaitMs, isTemporaryError } from "../../../kit/api-error.ts";
import { createListeners } from "../../../kit/listeners.ts";
import { onLiveConnect } from "../../live/connection.ts";
import { chatKeyOf } from "./chat-key.ts";
import type { QueuedMessage } from "./stored-sends.ts";
import { readUnsentMessages, removeUnsentMessage, storeUnsentMessage } from "./stored-sends.ts";

/** Waiting messages are sent this many milliseconds after a new connection (docs/rules.md). */
const resendDelayMs = 1000;

export type OutboxEvent =
  | { readonly kind: "added" | "sending" | "held"; readonly queued: QueuedMessage }
  | { readonly kind: "refused"; readonly queued: QueuedMessage; readonly reason: string }
  | { readonly kind: "arrived"; readonly queued: QueuedMessage; readonly arrivedMessage: Message };

/** All unsent messages, in the order in which they were written. */
let queuedSends: readonly QueuedMessage[] = [];
let ownerId: string | null = null;
const chatKeysBeingSent = new Set<string>();
const outboxListeners = createListeners<OutboxEvent>();

const chatKeyOfQueuedMessage = ({ idConversation, parent_id }: QueuedMessage) =>
  chatKeyOf(idConversation, parent_id);

function removeFromQueue({ client_id }: QueuedMessage): void {
  queuedSends = queuedSends.filter((queuedSend) => queuedSend.client_id !== client_id);
  removeUnsentMessage(client_id);
}

function replaceInQueue(changedMessage: QueuedMessage): void {
  queuedSends = queuedSends.map((queuedSend) =>
    queuedSend.client_id === changedMessage.client_id ? changedMessage : queuedSend,
  );
  void storeUnsentMessage(changedMessage);
}

export const subscribeToOutbox = outboxListeners.add;

export const queuedMessagesOf = (key: string): readonly QueuedMessage[] =>
  queuedSends.filter((queuedSend) => chatKeyOfQueuedMessage(queuedSend) === key);

/** The refused messages of a conversation and its threads. */
export const refusedMessagesOf = (conversationId: string): readonly QueuedMessage[] =>
  queuedSends.filter(({ idConversation, refusal }) => idConversation === conversationId && refusal !== null);

/**
 * Adds a message to the end of the queue. It stays there until it is sent or discarded. For a message with files,
 * returns a promise that resolves when the browser's database has stored the message. Until then the caller must keep
 * the written text, because a reload would lose the message.
 */
export function enqueueMessage(
  newMessage: Omit<QueuedMessage, "user_id" | "refusal">,
): Promise<void> | undefined {
  if (ownerId === null) return;
  const addedSend = { ...newMessage, user_id: ownerId, refusal: null };
  const storingPromise = storeUnsentMessage(addedSend);
  if (addedSend.local?.length) return storingPromise.then(() => addToQueue(addedSend));
  addToQueue(addedSend);
}

function addToQueue(addedSend: QueuedMessage): void {
  // Writing to the database takes time. In that time, the message may have been queued from the database. Or another
  // person may have signed in. Then the message stays in the database until its writer signs in again.
  if (addedSend.user_id !== ownerId || queuedSends.some(({ client_id }) => client_id === addedSend.client_id))
    return;
  queuedSends = [...queuedSends, addedSend];
  outboxListeners.notify({ kind: "added", queued: addedSend });
  void sendQueuedOfChat(chatKeyOfQueuedMessage(addedSend));
}

export function retryQueuedMessage(clientId: string): void {
  const refusedSend = queuedSends.find(({ client_id }) => client_id === clientId);
  if (!refusedSend) return;
  replaceInQueue({ ...refusedSend, refusal: null });
  void sendQueuedOfChat(chatKeyOfQueuedMessage(refusedSend));
}

export function discardQueuedMessage(clientId: string): void {
  const refusedSend = queuedSends.find(({ client_id }) => client_id === clientId);
  if (refusedSend) removeFromQueue(refusedSend);
}

async function sendQueuedOfChat(key: string): Promise<void> {
  if (chatKeysBeingSent.has(key)) return;
  chatKeysBeingSent.add(key);
  try {
    for (;;) {
      // Send the oldest message that the server has not refused. If it fails because of an outage, later messages wait,
      // so that the order stays the same.
      const nextSend = queuedMessagesOf(key).find(({ refusal }) => refusal === null);
      if (!nextSend) return;
      outboxListeners.notify({ kind: "sending", queued: nextSend });
      const waitMs = await sendQueuedMessage(nextSend);
      if (waitMs === 0) continue;
      setTimeout(() => void sendQueuedOfChat(key), waitMs);
      return;
    }
  } finally {
    chatKeysBeingSent.delete(key);
  }
}

async function sendToServer(queuedMessage: QueuedMessage): Promise<Message> {
  const {
    client_id,
    content,
    parent_id,
    kind,
    language,
    files = [],
    local: localFiles = [],
    idConversation: id,
  } = queuedMessage;
  const fields = {
    client_id,
    content,
    ...(parent_id !== null && { parent_id }),
    ...(kind && { kind }),
    ...(language && { language }),
  };
  const hasResumableFile = localFiles.some(({ size }) => size > minimumResumableBytes);
  if (localFiles.length > 0 && !hasResumableFile) {
    const { sendMessageWithFiles } = await rethrowAsNetworkError(import("../../files/send-with-files.ts"));
    return sendMessageWithFiles(id, fields, localFiles);
  }
  const uploadedFiles = localFiles.length > 0 ? await uploadAllFiles(id, localFiles) : [];
  const file_ids = [...files, ...uploadedFiles].map((file) => file.id);
  const body = { ...fields, ...(file_ids.length > 0 && { file_ids }) };
  return (await call(sendMessage, { params: { id }, body })).data;
}

async function uploadAllFiles(conversationId: string, localFiles: readonly File[]): Promise<StoredFile[]> {
  const { uploadFiles } = await rethrowAsNetworkError(import("../../files/resumable.ts"));
  return uploadFiles(conversationId, localFiles);
}

/**
 * If the code for sending files cannot be loaded, throws a network error. The message then waits for the next
 * connection.
 */
async function rethrowAsNetworkError<T>(code: Promise<T>): Promise<T> {
  return code.catch(() => {
    throw new ApiError(0, "NETWORK", "");
  });
}

/** Sends one message. Returns how many milliseconds to wait before the next message. 0 if it can follow at once. */
async function sendQueuedMessage(queuedMessage: QueuedMessage): Promise<number> {
  try {
    const message = await sendToServer(queuedMessage);
    removeFromQueue(queuedMessage);
    outboxListeners.notify({ kind: "arrived", queued: queuedMessage, arrivedMessage: message });
    return 0;
  } catch (error) {
    // The message was not refused: the server could not be reached or is overloaded, or the session has ended (401). So
    // keep it in the queue.
    if (isTemporaryError(error) || (error instanceof ApiError && error.status === 401)) {
      for (const queuedSend of queuedMessagesOf(chatKeyOfQueuedMessage(queuedMessage)))
        if (queuedSend.refusal === null) outboxListeners.notify({ kind: "held", queued: queuedSend });
      return computeRetryWaitMs(error);
    }
    // Prefer the error of a single field, because it is more precise than the error of the whole request.
    const reason = error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : "";
    replaceInQueue({ ...queuedMessage, refusal: reason });
    outboxListeners.notify({ kind: "refused", queued: queuedMessage, reason });
    return 0;
  }
}

function sendQueuedOfAllChats(): void {
  for (const key of new Set(queuedSends.map(chatKeyOfQueuedMessage))) void sendQueuedOfChat(key);
}

/**
 * Sends this person's queued messages, now and after every reconnect, until the returned function is called.
 */
export function startSendingQueue(userId: string): () => void {
  ownerId = userId;
  let resendTimer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = onLiveConnect(() => {
    clearTimeout(resendTimer);
    resendTimer = setTimeout(sendQueuedOfAllChats, resendDelayMs);
  });
  void readUnsentMessages()
    .then((storedSends) => {
      if (ownerId !== userId) return;
      const queuedIds = new Set(queuedSends.map(({ client_id }) => client_id));
      const ownQueuedSends = storedSends.filter(
        ({ user_id, client_id }) => user_id === userId && !queuedIds.has(client_id),
      );
      ownQueuedSends.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
      queuedSends = [...ownQueuedSends, ...queuedSends];
      for (const ownSend of ownQueuedSends) outboxListeners.notify({ kind: "added", queued: ownSend });
      for (const ownSend of ownQueuedSends) {
        if (ownSend.refusal === null) outboxListeners.notify({ kind: "held", queued: ownSend });
        else outboxListeners.notify({ kind: "refused", queued: ownSend, reason: ownSend.refusal });
      }
    })
    .catch(() => undefined);
  return () => {
    clearTimeout(resendTimer);
    unsubscribe();
    ownerId = null;
    queuedSends = [];
  };
}
