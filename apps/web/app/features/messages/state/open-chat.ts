import type { Message } from "@kakehashi/contract/messages";
import { chatCacheEntryOf, dropUnusedChats, messageWindowNameOf, setChatState } from "./chats.ts";
import { isFirstUnreadAbove } from "./rows.ts";
import { idleLoadingFlags, loadMessageWindow } from "./store.ts";

/**
 * Loads the newest messages of a chat, unless they are loaded. `aroundId` loads the messages around that message
 * instead. `afterNumber` loads the messages around the first one with a greater `number`. If the message `aroundId`
 * belongs to another chat, for example to a thread, returns the message and loads nothing.
 */
export async function openChat(
  key: string,
  aroundId: string | null = null,
  afterNumber: number | null = null,
): Promise<Message | undefined> {
  const entry = chatCacheEntryOf(key);
  dropUnusedChats();
  const { timeline } = entry.state;
  if (aroundId === null && afterNumber !== null) {
    if (timeline && !isFirstUnreadAbove(timeline, afterNumber)) return;
    // Hide the newest messages while the others load. If they stayed visible, they would count as read.
    if (timeline) setChatState(entry, { timeline: null, ...idleLoadingFlags });
    return loadMessageWindow(entry, { afterNumber });
  }
  // The chat was preloaded around an older message. Meanwhile the reader has read that message on another device, so
  // load the newest messages.
  if (aroundId === null && timeline?.below && entry.listeners.size === 0) return loadMessageWindow(entry, {});
  if (aroundId === null && timeline) return;
  if (aroundId !== null && timeline?.messages.some(({ id }) => id === aroundId)) {
    // The message is already loaded. Cancel a running request, because its result would replace the visible messages.
    entry.runningRequest?.cancel();
    return;
  }
  return loadMessageWindow(entry, { aroundId });
}

/** Preloads a chat that may be opened next. Does nothing if it is loaded or loading. */
export function preloadChat(key: string, afterNumber: number | null = null): void {
  const { runningRequest, state: room } = chatCacheEntryOf(key);
  if (!runningRequest && !room.timeline) void openChat(key, null, afterNumber);
}

/** Loads the newest messages if a chat shows older ones. */
export async function loadNewestMessages(key: string): Promise<void> {
  const entry = chatCacheEntryOf(key);
  if (entry.state.timeline?.below) await loadMessageWindow(entry, {});
}

/** Loads the messages around the first unread message, which is the first one after `readNumber`. Throws on failure. */
export async function loadMessagesAroundUnread(key: string, readNumber: number): Promise<void> {
  const entry = chatCacheEntryOf(key);
  await loadMessageWindow(entry, { afterNumber: readNumber });
  if (entry.state.firstLoadError) throw entry.state.firstLoadError;
}

/**
 * Called when a chat's view is closed. Cancels its running request, unless that loads the newest messages. Drops its
 * messages if newer ones are not loaded. So the chat next opens at its newest messages or at the first unread one.
 */
export function closeChat(key: string): void {
  const entry = chatCacheEntryOf(key);
  if (entry.runningRequest && entry.runningRequest.windowName !== messageWindowNameOf({}))
    entry.runningRequest.cancel();
  if (entry.state.timeline?.below) setChatState(entry, { timeline: null, ...idleLoadingFlags });
}
