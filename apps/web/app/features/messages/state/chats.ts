import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { chatKeyOf } from "./chat-key.ts";
import { dropOlderMessages } from "./loaded-messages.ts";
import { storeChatOffline } from "./stored-chats.ts";
import * as core from "./timeline.ts";

/** The loaded messages of a conversation, or the loaded replies of a thread. */
export interface ChatState {
  readonly timeline: core.ChatTimeline | null;
  /** Why the first load failed. Null if it did not fail. */
  readonly firstLoadError: unknown;
  readonly loadingAbove: boolean;
  readonly loadingBelow: boolean;
}

/**
 * Identifies the messages to load: around a message, after a `number`, or the newest ones. The loaded part of a chat is
 * called a window.
 */
export interface MessageWindowRequest {
  readonly aroundId?: string | null;
  readonly afterNumber?: number;
}

export const messageWindowNameOf = ({ aroundId, afterNumber }: MessageWindowRequest): string =>
  aroundId ? `around ${aroundId}` : `after ${afterNumber ?? "all"}`;

interface RunningRequest {
  /** Identifies the requested messages. Made by `messageWindowNameOf`. */
  readonly windowName: string;
  /**
   * Resolves when the requested messages are loaded. If the linked message belongs to another chat, resolves with that
   * message.
   */
  readonly firstResult: Promise<Message | undefined>;
  /** Cancels this request, because its result is no longer needed. */
  cancel(): void;
}

/** Everything that the browser keeps in memory of a chat. */
export interface ChatCacheEntry {
  readonly key: string;
  state: ChatState;
  /**
   * Live events that arrived while messages were loading. They are applied to the loaded messages, which may be older.
   */
  eventsDuringLoad: LiveEvent[];
  /** The request for messages that is running. Null if none is running. */
  runningRequest: RunningRequest | null;
  /**
   * The messages that the next connection requests after a failure: the same ones after a temporary error, otherwise
   * the newest ones.
   */
  requestToRetry: MessageWindowRequest;
  readonly listeners: Set<() => void>;
}

/** This many chats are kept up to date in the background. Other chats are loaded again when they are opened. */
const maxChatsInMemory = 12;
/**
 * If a chat has more loaded messages than this, only its newest `trimmedMessageCount` messages are kept. A chat whose
 * older messages are on the screen is left unchanged.
 */
const maxMessages = 300;
const trimmedMessageCount = 150;
const initialChatState: ChatState = {
  timeline: null,
  firstLoadError: null,
  loadingAbove: false,
  loadingBelow: false,
};
/** All chats in memory, in the order of their last use. The least recently used chat comes first. */
export const chatCache = new Map<string, ChatCacheEntry>();

export function chatCacheEntryOf(key: string): ChatCacheEntry {
  const entry = chatCache.get(key) ?? {
    key,
    state: initialChatState,
    eventsDuringLoad: [],
    runningRequest: null,
    requestToRetry: {},
    listeners: new Set(),
  };
  chatCache.delete(key);
  chatCache.set(key, entry);
  return entry;
}

export function setChatState(entry: ChatCacheEntry, change: Partial<ChatState>): void {
  const { timeline } = entry.state;
  if (change.timeline && change.timeline !== timeline) storeChatOffline(entry.key, change.timeline, timeline);
  entry.state = { ...entry.state, ...change };
  for (const listener of entry.listeners) listener();
}

/**
 * Updates the timeline and, through `otherChanges`, other parts of a chat's state in one step. So the listeners are
 * called only once.
 */
export function updateTimeline(
  entry: ChatCacheEntry,
  change: (timeline: core.ChatTimeline) => core.ChatTimeline,
  otherChanges?: Partial<ChatState>,
): void {
  const { timeline } = entry.state;
  const newTimeline = timeline && change(timeline);
  if (newTimeline !== timeline) setChatState(entry, { ...otherChanges, timeline: newTimeline });
  else if (otherChanges) setChatState(entry, otherChanges);
}

export function chatStateOf(key: string): ChatState {
  return chatCache.get(key)?.state ?? initialChatState;
}

export function onChatChange(key: string, listener: () => void): () => void {
  const { listeners } = chatCacheEntryOf(key);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Removes the least recently used chats from memory. Chats on the screen stay. */
export function dropUnusedChats(): void {
  for (const [key, entry] of chatCache) {
    if (chatCache.size <= maxChatsInMemory) return;
    if (entry.listeners.size === 0 && !entry.runningRequest) chatCache.delete(key);
  }
}

/**
 * Drops old messages of a chat with many messages, so that a room that stays open all day does not fill the memory.
 * Call it only while the end of the list is visible.
 */
export function trimChat(key: string): void {
  trimChatCacheEntry(chatCacheEntryOf(key));
}

export function trimChatCacheEntry(entry: ChatCacheEntry): void {
  updateTimeline(entry, (timeline) =>
    timeline.messages.length > maxMessages ? dropOlderMessages(timeline, trimmedMessageCount) : timeline,
  );
}

/**
 * Shows a changed message as soon as the server has responded to the change, because the live event of the change
 * arrives later.
 */
export function applyChangedMessage(message: Message): void {
  for (const key of [message.conversation_id, chatKeyOf(message.conversation_id, message.parent_id)]) {
    const entry = chatCache.get(key);
    if (entry) updateTimeline(entry, (timeline) => core.applySendResponse(timeline, message));
  }
}

/** Changes the timeline of a chat, if it is loaded. */
export function updateTimelineByKey(
  key: string,
  change: (timeline: core.ChatTimeline) => core.ChatTimeline,
): void {
  const entry = chatCache.get(key);
  if (entry) updateTimeline(entry, change);
}
