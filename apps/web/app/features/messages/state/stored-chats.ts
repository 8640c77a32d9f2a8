import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";
import { whenIdle } from "../../../kit/idle.ts";
import { deleteOldestStored, readStored, storeOffline } from "../../../kit/offline-storage.ts";
import { parseChatKey } from "./chat-key.ts";
import { systemLinesFor } from "./loaded-messages.ts";
import { createTimeline, type Timeline } from "./timeline.ts";

/** How many of a chat's newest messages are stored. */
const maxMessages = 50;
/** How many chats are stored: those that changed most recently. */
const maxChats = 40;
/** Milliseconds to wait after a change, so that a busy room is stored once for many changes. */
const storeDelayMs = 2_000;

interface StoredChat {
  readonly seq: number;
  readonly above: boolean;
  readonly messages: readonly Message[];
  /** The system lines between the messages. Undefined if an earlier version of the app stored the chat. */
  readonly lines?: readonly SystemLine[];
}

const storagePrefix = "room ";
const chatsToStore = new Map<string, Timeline>();

/**
 * Stores the newest messages of a chat when the page is idle. A window of older messages is not stored. `before` is the
 * state before the change, if known.
 */
export function storeChat(key: string, timeline: Timeline, before: Timeline | null = null): void {
  if (timeline.below || (before && hasSameStoredPart(before, timeline))) return;
  if (chatsToStore.size === 0) whenIdle(storeDelayMs, storeChangedChats);
  chatsToStore.set(key, timeline);
}

/**
 * Whether the part of a chat that is stored is the same in two states of the chat. Loading older messages does not
 * change this part.
 */
function hasSameStoredPart(previous: Timeline, next: Timeline): boolean {
  const [oldMessages, newMessages] = [
    previous.messages.slice(-maxMessages),
    next.messages.slice(-maxMessages),
  ];
  return (
    !previous.below &&
    previous.seq === next.seq &&
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
      lines: isShortened ? systemLinesFor(newestMessages, lines) : lines,
    };
    storeOffline(storagePrefix + key, chat);
  }
  chatsToStore.clear();
  void deleteOldestStored(storagePrefix, maxChats).catch(() => undefined);
}

/** The stored chat. Null if there is none. */
export async function readStoredChat(key: string): Promise<Timeline | null> {
  const chat = await readStored<StoredChat>(storagePrefix + key);
  const { id, parentId } = parseChatKey(key);
  return chat && createTimeline(id, chat.seq, { ...chat, parentId });
}
