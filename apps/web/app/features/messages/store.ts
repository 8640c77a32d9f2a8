import { getChanges } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { listMessages, messagesAbove, messagesAround, messagesBelow } from "@kakehashi/contract/messages";
import { listReplies } from "@kakehashi/contract/threads";
import { call } from "../../kit/api.ts";
import { isOutage, outagePause } from "../../kit/api-error.ts";
import { nextFrame } from "../../kit/next-frame.ts";
import { repeatable } from "../../kit/repeatable.ts";
import { liveStatus, onLiveConnect, onLiveEvent } from "../live/connection.ts";
import { ask } from "../profiles/people.ts";
import { keptRoom } from "./kept-rooms.ts";
import { type Waiting, waitingIn } from "./outbox.ts";
import { placeOf } from "./place.ts";
import {
  type Entry,
  entries,
  entryOf,
  forgetUnused,
  nameOf,
  show,
  trim,
  update,
  type Wanted,
} from "./rooms.ts";
import * as core from "./timeline.ts";
import { unanswered } from "./unanswered.ts";

/** Milliseconds in which a missing event may still arrive by itself, out of turn. */
const patience = 200;
/** How often the live channel was connected. */
let connections = 0;

/**
 * Reads the newest messages where they are not known yet; `around` reads the window about one of them instead. Answers
 * that one, and reads nothing, where it stands elsewhere: a reply is read in its thread, and no other message there.
 */
export async function openRoom(key: string, around: string | null = null): Promise<Message | undefined> {
  const entry = entryOf(key);
  forgetUnused();
  const { timeline } = entry.room;
  const known = around === null || timeline?.messages.some(({ id }) => id === around);
  if (timeline && known) return;
  return load(entry, { around });
}

/** Leaves a window about something older for the newest messages. */
export async function openNewest(key: string): Promise<void> {
  const entry = entryOf(key);
  if (entry.room.timeline?.below) await load(entry, {});
}

/** Reads the window about the first message of a conversation after this `number`; throws where that fails. */
export async function openAfter(key: string, number: number): Promise<void> {
  const entry = entryOf(key);
  await load(entry, { after: number });
  if (entry.room.error) throw entry.room.error;
}

/** Who comes back to a place begins at its newest messages, wherever they had gone in it. */
export function leaveRoom(key: string): void {
  const entry = entryOf(key);
  if (entry.loading && entry.loading.name !== nameOf({})) entry.loading.stop();
  if (entry.room.timeline?.below) show(entry, { timeline: null });
}

/** The window asked for last is the one that is shown: another that is still on its way is given up. */
function load(entry: Entry, wanted: Wanted): Promise<Message | undefined> {
  const name = nameOf(wanted);
  if (entry.loading?.name === name) return entry.loading.done;
  entry.loading?.stop();
  const given = new AbortController();
  const done = read(entry, wanted, given.signal);
  entry.loading = {
    name,
    done,
    stop() {
      given.abort();
      entry.loading = null;
    },
  };
  return done;
}

async function read(
  entry: Entry,
  { around = null, after }: Wanted,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const before = connections;
  entry.early = [];
  if (entry.room.error) show(entry, { error: null });
  try {
    const { id, parentId } = placeOf(entry.key);
    const { data, meta } = await (around !== null
      ? call(messagesAround, { params: { id, mid: around }, signal })
      : parentId === null
        ? call(listMessages, { params: { id }, query: after === undefined ? {} : { after }, signal })
        : call(listReplies, { params: { id, mid: parentId }, signal }));
    if (signal.aborted) return;
    const led = data.find((message) => message.id === around);
    if (led && led.parent_id !== parentId) return led;
    meet(data);
    const { above, below, seq } = meta;
    open(entry, core.openTimeline(id, seq, { messages: data, above, below, parentId }));
    checkForGap(entry);
  } catch (error) {
    const known =
      isOutage(error) && !signal.aborted ? ((await keptRoom(entry.key)) ?? unanswered(entry.key)) : null;
    if (signal.aborted) return;
    const found = around === null || known?.messages.some((message) => message.id === around);
    if (known && found && !entry.room.timeline) {
      open(entry, known);
      void catchUp(entry);
    } else show(entry, { error });
  } finally {
    if (!signal.aborted) entry.loading = null;
  }
  // Connected while the window was on its way: it may be older than the first thing that the live channel tells.
  if (connections !== before) void catchUp(entry);
}

/** Asks for those who wrote before any of their messages is drawn. */
function meet(messages: readonly Message[]): void {
  for (const id of new Set(messages.map(({ user_id }) => user_id))) ask(id);
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

/** Reads the twenty messages above the window. */
export async function loadAbove(key: string): Promise<void> {
  const entry = entryOf(key);
  const { timeline, loadingAbove } = entry.room;
  const first = timeline?.messages[0];
  if (!first || !timeline?.above || loadingAbove) return;
  show(entry, { loadingAbove: true });
  try {
    const { data, meta } = await call(messagesAbove, { params: { id: placeOf(key).id, mid: first.id } });
    meet(data);
    await nextFrame();
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
    meet(data);
    await nextFrame();
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

/** What was missed while one answer was on its way, the next one has. */
const catchUps = new WeakMap<Entry, () => Promise<void>>();
function catchUp(entry: Entry): Promise<void> {
  const run = catchUps.get(entry) ?? repeatable(() => readChanges(entry));
  catchUps.set(entry, run);
  return run();
}

async function readChanges(entry: Entry): Promise<void> {
  if (!entry.room.timeline) {
    if (entry.room.error && !entry.loading) await load(entry, {});
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
    if (isOutage(error)) setTimeout(() => liveStatus() === "connected" && void catchUp(entry), outagePause);
  }
}

function checkForGap(entry: Entry): void {
  if (!entry.room.timeline || !core.isBehind(entry.room.timeline)) return;
  setTimeout(() => {
    if (entry.room.timeline && core.isBehind(entry.room.timeline)) void catchUp(entry);
  }, patience);
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
      for (const entry of entries.values()) void catchUp(entry);
    }),
  ];
  return () => {
    for (const end of ends) end();
    entries.clear();
  };
}
