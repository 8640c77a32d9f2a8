import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { chatKeyOf } from "./chat-key.ts";
import { storeChat } from "./stored-chats.ts";
import * as core from "./timeline.ts";

/** What a reader sees of one conversation's messages, or of one thread's replies. */
export interface ChatState {
  readonly timeline: core.Timeline | null;
  /** Why the first load failed; null while there is no reason. */
  readonly error: unknown;
  readonly loadingAbove: boolean;
  readonly loadingBelow: boolean;
}

/** A window to read: about a message, about the first one after a `number`, else the newest. */
export interface WindowRequest {
  readonly around?: string | null;
  readonly after?: number;
}

export const windowNameOf = ({ around, after }: WindowRequest): string =>
  around ? `around ${around}` : `after ${after ?? "all"}`;

interface Loading {
  /** Of the window, by `nameOf`. */
  readonly windowName: string;
  /** Answers as whoever asked for it first is answered. */
  readonly result: Promise<Message | undefined>;
  /** Nobody waits for it any more. */
  cancel(): void;
}

/** What the browser holds of a place. */
export interface Entry {
  readonly key: string;
  state: ChatState;
  /** Events that arrive while the window is on its way: it may be older than they are. */
  earlyEvents: LiveEvent[];
  /** The window that is on its way. */
  loading: Loading | null;
  /** The window that could not be read for want of a connection: what is read with the next one. */
  retryRequest: WindowRequest;
  readonly listeners: Set<() => void>;
}

/** Conversations kept current in the background; one beyond them is read anew when it is opened again. */
const maxChats = 12;
/** Messages of a window whose end is in sight, or that nobody looks at: more than `most` are cut down to `left`. */
const maxMessages = 300;
const trimmedLength = 150;
const unopenedState: ChatState = { timeline: null, error: null, loadingAbove: false, loadingBelow: false };
/** In the order of their use. */
export const entries = new Map<string, Entry>();

export function entryOf(key: string): Entry {
  const entry = entries.get(key) ?? {
    key,
    state: unopenedState,
    earlyEvents: [],
    loading: null,
    retryRequest: {},
    listeners: new Set(),
  };
  entries.delete(key);
  entries.set(key, entry);
  return entry;
}

export function setState(entry: Entry, change: Partial<ChatState>): void {
  const { timeline } = entry.state;
  if (change.timeline && change.timeline !== timeline) storeChat(entry.key, change.timeline, timeline);
  entry.state = { ...entry.state, ...change };
  for (const listener of entry.listeners) listener();
}

/** `also`: what changes with it, and without it as well. Who shows the room is told once. */
export function updateTimeline(
  entry: Entry,
  change: (timeline: core.Timeline) => core.Timeline,
  otherChanges?: Partial<ChatState>,
): void {
  const { timeline } = entry.state;
  const next = timeline && change(timeline);
  if (next !== timeline) setState(entry, { ...otherChanges, timeline: next });
  else if (otherChanges) setState(entry, otherChanges);
}

export function chatStateOf(key: string): ChatState {
  return entries.get(key)?.state ?? unopenedState;
}

export function onChatChange(key: string, listener: () => void): () => void {
  const { listeners } = entryOf(key);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets go of places that nobody shows, those last used longest ago. */
export function dropUnusedChats(): void {
  for (const [key, entry] of entries) {
    if (entries.size <= maxChats) return;
    if (entry.listeners.size === 0 && !entry.loading) entries.delete(key);
  }
}

/**
 * Lets go of old messages once there are many: a room that lies open all day must not fill the browser. For whoever
 * shows the end of the window; above it nothing may vanish from under a reader.
 */
export function trimChat(key: string): void {
  trimEntry(entryOf(key));
}

export function trimEntry(entry: Entry): void {
  updateTimeline(entry, (timeline) =>
    timeline.messages.length > maxMessages ? core.dropAbove(timeline, trimmedLength) : timeline,
  );
}

/** Shows what the server answered to a change before its event arrives. */
export function applyMessage(message: Message): void {
  for (const key of [message.conversation_id, chatKeyOf(message.conversation_id, message.parent_id)]) {
    const entry = entries.get(key);
    if (entry) updateTimeline(entry, (timeline) => core.settleSend(timeline, message));
  }
}

/** Changes what is shown of a place, where it is loaded. */
export function changeTimeline(key: string, change: (timeline: core.Timeline) => core.Timeline): void {
  const entry = entries.get(key);
  if (entry) updateTimeline(entry, change);
}
