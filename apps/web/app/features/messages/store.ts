import { getChanges } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import {
  listMessages,
  type Message,
  messagesAbove,
  messagesAround,
  messagesBelow,
} from "@kakehashi/contract/messages";
import { listReplies } from "@kakehashi/contract/threads";
import { call } from "../../kit/api.ts";
import { isOutage, outagePause } from "../../kit/api-error.ts";
import { repeatable } from "../../kit/repeatable.ts";
import { liveStatus, onLiveConnect, onLiveEvent } from "../live/connection.ts";
import { keepRoom, keptRoom } from "./kept-rooms.ts";
import { type Waiting, waitingIn } from "./outbox.ts";
import { keyOf, placeOf } from "./place.ts";
import * as core from "./timeline.ts";

/** What a reader sees of one conversation's messages, or of one thread's replies. */
export interface Room {
  readonly timeline: core.Timeline | null;
  /** Why the first load failed; null while there is no reason. */
  readonly error: unknown;
  readonly loadingAbove: boolean;
  readonly loadingBelow: boolean;
}

interface Entry {
  readonly key: string;
  room: Room;
  /** Events that arrive while the window is on its way: it may be older than they are. */
  early: LiveEvent[];
  loading: boolean;
  /** What was missed while one answer was on its way, the next one has. */
  readonly catchUp: () => Promise<void>;
  readonly listeners: Set<() => void>;
}

/** Conversations kept current in the background; one beyond them is read anew when it is opened again. */
const kept = 12;
/** Messages of a window whose end is in sight, or that nobody looks at: more than `most` are cut down to `left`. */
const most = 300;
const left = 150;
/** Milliseconds in which a missing event may still arrive by itself, out of turn. */
const patience = 200;
const unopened: Room = { timeline: null, error: null, loadingAbove: false, loadingBelow: false };
const entries = new Map<string, Entry>();
/** How often the live channel was connected. */
let connections = 0;

function createEntry(key: string): Entry {
  const entry: Entry = {
    key,
    room: unopened,
    early: [],
    loading: false,
    catchUp: repeatable(() => catchUp(entry)),
    listeners: new Set(),
  };
  return entry;
}

function entryOf(key: string): Entry {
  const entry = entries.get(key) ?? createEntry(key);
  // The order of the map is the order of use.
  entries.delete(key);
  entries.set(key, entry);
  return entry;
}

function show(entry: Entry, change: Partial<Room>): void {
  if (change.timeline && change.timeline !== entry.room.timeline) keepRoom(entry.key, change.timeline);
  entry.room = { ...entry.room, ...change };
  for (const listener of entry.listeners) listener();
}

/** `also`: what changes with it. Who shows the room is told once. */
function update(
  entry: Entry,
  change: (timeline: core.Timeline) => core.Timeline,
  also: Partial<Room> = {},
): void {
  const { timeline } = entry.room;
  if (!timeline) return;
  const next = change(timeline);
  if (next !== timeline) show(entry, { ...also, timeline: next });
}

export function roomOf(key: string): Room {
  return entries.get(key)?.room ?? unopened;
}

export function onRoom(key: string, listener: () => void): () => void {
  const { listeners } = entryOf(key);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the newest messages where they are not known yet; `around` reads the window about one of them instead. */
export async function openRoom(key: string, around: string | null = null): Promise<void> {
  const entry = entryOf(key);
  forgetUnused();
  const { timeline } = entry.room;
  const known = around === null || timeline?.messages.some(({ id }) => id === around);
  if ((timeline && known) || entry.loading) return;
  await load(entry, around);
}

/** Leaves a window about something older for the newest messages. */
export async function openNewest(key: string): Promise<void> {
  const entry = entryOf(key);
  if (entry.room.timeline?.below && !entry.loading) await load(entry, null);
}

async function load(entry: Entry, around: string | null): Promise<void> {
  const before = connections;
  entry.loading = true;
  entry.early = [];
  if (entry.room.error) show(entry, { error: null });
  try {
    const { id, parentId } = placeOf(entry.key);
    const { data, meta } = await (around !== null
      ? call(messagesAround, { params: { id, mid: around } })
      : parentId === null
        ? call(listMessages, { params: { id } })
        : call(listReplies, { params: { id, mid: parentId } }));
    const { above, below, seq } = meta;
    open(entry, core.openTimeline(id, seq, { messages: data, above, below, parentId }));
    checkForGap(entry);
  } catch (error) {
    const known = isOutage(error) ? await keptRoom(entry.key) : null;
    const found = around === null || known?.messages.some((message) => message.id === around);
    if (known && found && !entry.room.timeline) {
      open(entry, known);
      void entry.catchUp();
    } else show(entry, { error });
  } finally {
    entry.loading = false;
  }
  // Connected while the window was on its way: it may be older than the first thing that the live channel tells.
  if (connections !== before) void entry.catchUp();
}

function open(entry: Entry, opened: core.Timeline): void {
  const sends = waitingIn(entry.key).reduce(showWaiting, opened);
  show(entry, { timeline: entry.early.reduce(core.applyEvent, sends) });
}

function showWaiting(timeline: core.Timeline, { client_id, ...waiting }: Waiting): core.Timeline {
  const { content, files, local, created_at, refusal } = waiting;
  const started = core.startSend(timeline, { client_id, content, files, local, created_at });
  return refusal === null ? core.holdSend(started, client_id) : core.failSend(started, client_id, refusal);
}

function forgetUnused(): void {
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

function trim(entry: Entry): void {
  update(entry, (timeline) => (timeline.messages.length > most ? core.dropAbove(timeline, left) : timeline));
}

/** Reads the twenty messages above the window. */
export async function loadAbove(key: string): Promise<void> {
  const entry = entryOf(key);
  const { timeline, loadingAbove } = entry.room;
  const first = timeline?.messages[0];
  if (!first || !timeline?.above || loadingAbove) return;
  show(entry, { loadingAbove: true });
  try {
    const { data, meta } = await call(messagesAbove, { params: { id: placeOf(key).id, mid: first.id } });
    const add = (now: core.Timeline) => core.addAbove(now, { messages: data, above: meta.above });
    update(entry, add, { loadingAbove: false });
    await bringUp(entry, meta.seq);
  } catch (error) {
    show(entry, { loadingAbove: false });
    throw error;
  }
}

/** Reads the twenty messages below a window that was opened around an older one. */
export async function loadBelow(key: string): Promise<void> {
  const entry = entryOf(key);
  const { timeline, loadingBelow } = entry.room;
  const last = timeline?.messages.at(-1);
  if (!last || !timeline?.below || loadingBelow) return;
  show(entry, { loadingBelow: true });
  try {
    const { data, meta } = await call(messagesBelow, { params: { id: placeOf(key).id, mid: last.id } });
    const add = (now: core.Timeline) => core.addBelow(now, { messages: data, below: meta.below });
    update(entry, add, { loadingBelow: false });
    await bringUp(entry, meta.seq);
  } catch (error) {
    show(entry, { loadingBelow: false });
    throw error;
  }
}

/** What changed in a page while it was on its way was no part of the window then: it is asked for once more. */
async function bringUp(entry: Entry, seq: number): Promise<void> {
  for (let since = seq; since < (entry.room.timeline?.seq ?? 0); ) {
    const { data } = await call(getChanges, { params: { id: placeOf(entry.key).id }, query: { since } });
    update(entry, (timeline) => core.applyChanges(timeline, { ...data, seq: timeline.seq }));
    if (data.seq <= since) return;
    since = data.seq;
  }
}

async function catchUp(entry: Entry): Promise<void> {
  if (!entry.room.timeline) {
    if (entry.room.error && !entry.loading) await load(entry, null);
    return;
  }
  try {
    for (let more = true; more; ) {
      const { data, meta } = await call(getChanges, {
        params: { id: placeOf(entry.key).id },
        query: { since: entry.room.timeline?.seq ?? 0 },
      });
      update(entry, (timeline) => core.applyChanges(timeline, data));
      more = meta.has_more;
    }
  } catch (error) {
    // Without a connection the next one catches up; with one, the server could not answer for the moment.
    if (isOutage(error)) setTimeout(() => liveStatus() === "connected" && void entry.catchUp(), outagePause);
  }
}

function checkForGap(entry: Entry): void {
  if (!entry.room.timeline || !core.isBehind(entry.room.timeline)) return;
  setTimeout(() => {
    if (entry.room.timeline && core.isBehind(entry.room.timeline)) void entry.catchUp();
  }, patience);
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

/** Follows the live channel until the returned function is called. */
export function followRooms(): () => void {
  const ends = [
    onLiveEvent((event) => {
      for (const entry of entries.values()) {
        if (placeOf(entry.key).id !== event.conversation_id) continue;
        if (entry.loading) entry.early.push(event);
        update(entry, (timeline) => core.applyEvent(timeline, event));
        if (entry.listeners.size === 0) trim(entry);
        checkForGap(entry);
      }
    }),
    onLiveConnect(() => {
      connections++;
      for (const entry of entries.values()) void entry.catchUp();
    }),
  ];
  return () => {
    for (const end of ends) end();
    entries.clear();
  };
}
