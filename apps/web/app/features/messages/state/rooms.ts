import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { keepRoom } from "./kept-rooms.ts";
import { keyOf } from "./place.ts";
import * as core from "./timeline.ts";

/** What a reader sees of one conversation's messages, or of one thread's replies. */
export interface Room {
  readonly timeline: core.Timeline | null;
  /** Why the first load failed; null while there is no reason. */
  readonly error: unknown;
  readonly loadingAbove: boolean;
  readonly loadingBelow: boolean;
}

/** A window to read: about a message, about the first one after a `number`, else the newest. */
export interface Wanted {
  readonly around?: string | null;
  readonly after?: number;
}

export const nameOf = ({ around, after }: Wanted): string =>
  around ? `around ${around}` : `after ${after ?? "all"}`;

interface Loading {
  /** Of the window, by `nameOf`. */
  readonly name: string;
  /** Answers as whoever asked for it first is answered. */
  readonly done: Promise<Message | undefined>;
  /** Nobody waits for it any more. */
  stop(): void;
}

/** What the browser holds of a place. */
export interface Entry {
  readonly key: string;
  room: Room;
  /** Events that arrive while the window is on its way: it may be older than they are. */
  early: LiveEvent[];
  /** The window that is on its way. */
  loading: Loading | null;
  /** The window that could not be read for want of a connection: what is read with the next one. */
  missed: Wanted;
  readonly listeners: Set<() => void>;
}

/** Conversations kept current in the background; one beyond them is read anew when it is opened again. */
const kept = 12;
/** Messages of a window whose end is in sight, or that nobody looks at: more than `most` are cut down to `left`. */
const most = 300;
const left = 150;
const unopened: Room = { timeline: null, error: null, loadingAbove: false, loadingBelow: false };
/** In the order of their use. */
export const entries = new Map<string, Entry>();

export function entryOf(key: string): Entry {
  const entry = entries.get(key) ?? {
    key,
    room: unopened,
    early: [],
    loading: null,
    missed: {},
    listeners: new Set(),
  };
  entries.delete(key);
  entries.set(key, entry);
  return entry;
}

export function show(entry: Entry, change: Partial<Room>): void {
  const { timeline } = entry.room;
  if (change.timeline && change.timeline !== timeline) keepRoom(entry.key, change.timeline, timeline);
  entry.room = { ...entry.room, ...change };
  for (const listener of entry.listeners) listener();
}

/** `also`: what changes with it, and without it as well. Who shows the room is told once. */
export function update(
  entry: Entry,
  change: (timeline: core.Timeline) => core.Timeline,
  also?: Partial<Room>,
): void {
  const { timeline } = entry.room;
  const next = timeline && change(timeline);
  if (next !== timeline) show(entry, { ...also, timeline: next });
  else if (also) show(entry, also);
}

export function roomOf(key: string): Room {
  return entries.get(key)?.room ?? unopened;
}

export function onRoom(key: string, listener: () => void): () => void {
  const { listeners } = entryOf(key);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets go of places that nobody shows, those last used longest ago. */
export function forgetUnused(): void {
  for (const [key, entry] of entries) {
    if (entries.size <= kept) return;
    if (entry.listeners.size === 0 && !entry.loading) entries.delete(key);
  }
}

/**
 * Lets go of old messages once there are many: a room that lies open all day must not fill the browser. For whoever
 * shows the end of the window; above it nothing may vanish from under a reader.
 */
export function forgetOlder(key: string): void {
  trim(entryOf(key));
}

export function trim(entry: Entry): void {
  update(entry, (timeline) => (timeline.messages.length > most ? core.dropAbove(timeline, left) : timeline));
}

/** Shows what the server answered to a change before its event arrives. */
export function applyMessage(message: Message): void {
  for (const key of [message.conversation_id, keyOf(message.conversation_id, message.parent_id)]) {
    const entry = entries.get(key);
    if (entry) update(entry, (timeline) => core.settleSend(timeline, message));
  }
}

/** Changes what is shown of a place, where it is loaded. */
export function changeRoom(key: string, change: (timeline: core.Timeline) => core.Timeline): void {
  const entry = entries.get(key);
  if (entry) update(entry, change);
}
