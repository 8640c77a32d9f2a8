import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";
import { runWhenReaderIdle } from "../../../kit/idle.ts";
import { deleteAllButNewestEntries, readOfflineValue, storeOffline } from "../../../kit/offline-storage.ts";
import { parseChatKey } from "./chat-key.ts";
import { findLinesOfMessages } from "./loaded-messages.ts";
import { type ChatTimeline, createTimeline } from "./timeline.ts";

/** How many of a chat's newest messages are stored. */
const maxMessages = 50;
/** This many chats are stored: the most recently changed ones. */
const maxChats = 40;
/** A changed chat is stored after this many milliseconds, so that many changes of a busy room are stored at once. */
const storeDelayMs = 2_000;

interface StoredChat {
  readonly seq: number;
  readonly above: boolean;
  readonly messages: readonly Message[];
  /** The system messages between the messages. Undefined in data of an earlier app version. */
  readonly lines?: readonly SystemLine[];
}

const storagePrefix = "room ";
const chatsToStore = new Map<string, ChatTimeline>();

/**
 * Stores the newest messages of a chat when the page is idle. Does nothing while only older messages are loaded.
 * `timelineBefore` is the state before the change, if known.
 */
export function storeChatOffline(
  key: string,
  timeline: ChatTimeline,
  timelineBefore: ChatTimeline | null = null,
): void {
  if (timeline.below || (timelineBefore && hasSameStoredPart(timelineBefore, timeline))) return;
  if (chatsToStore.size === 0) runWhenReaderIdle(storeDelayMs, storeChangedChats);
  chatsToStore.set(key, timeline);
}

/** Whether two states of a chat have the same part to store. Loading older messages does not change this part. */
function hasSameStoredPart(previous: ChatTimeline, nextTimeline: ChatTimeline): boolean {
  const [oldMessages, newMessages] = [
    previous.messages.slice(-maxMessages),
    nextTimeline.messages.slice(-maxMessages),
  ];
  return (
    !previous.below &&
    previous.seq === nextTimeline.seq &&
    oldMessages.length === maxMessages &&
    newMessages.length === maxMessages &&
    oldMessages.every((message, index) => message === newMessages[index])
  );
}

function storeChangedChats(): void {
  for (const [key, { seq, above, messages, lines }] of chatsToStore) {
    const isShortened = messages.length > maxMessages;
    const newestMessages = messages.slice(-maxMessages);
    const chat: StoredChat = {
      seq,
      above: above || isShortened,
      messages: newestMessages,
      lines: isShortened ? findLinesOfMessages(newestMessages, lines) : lines,
    };
    storeOffline(storagePrefix + key, chat);
  }
  chatsToStore.clear();
  void deleteAllButNewestEntries(storagePrefix, maxChats).catch(() => undefined);
}

export async function readStoredChat(key: string): Promise<ChatTimeline | null> {
  const chat = await readOfflineValue<StoredChat>(storagePrefix + key);
  const { id, parentId } = parseChatKey(key);
  return chat && createTimeline(id, chat.seq, { ...chat, parentId });
}
