import { getChanges } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { listMessages, messagesAround } from "@kakehashi/contract/messages";
import { listReplies } from "@kakehashi/contract/threads";
import { call } from "../../../kit/api.ts";
import { isOutage, pauseMs } from "../../../kit/api-error.ts";
import { repeatable } from "../../../kit/repeatable.ts";
import { liveStatus, onLiveConnect, onLiveEvent } from "../../live/connection.ts";
import { keptRoom } from "./kept-rooms.ts";
import { type Waiting, waitingIn } from "./outbox.ts";
import { meet } from "./pages.ts";
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
import { beginsAbove } from "./rows.ts";
import * as core from "./timeline.ts";
import { unanswered } from "./unanswered.ts";

/** Milliseconds in which a missing event may still arrive by itself, out of turn. */
const patience = 200;
/** How often the live channel was connected. */
let connections = 0;
/** Of another window nothing is on its way yet. */
const nothingLoads = { loadingAbove: false, loadingBelow: false };

/**
 * Reads the newest messages where they are not known yet; `around` reads the window about one of them instead, and
 * `after` the window about the first message after that `number`. Answers the message `around`, and reads nothing, where
 * it stands elsewhere: a reply is read in its thread, and no other message there.
 */
export async function openRoom(
  key: string,
  around: string | null = null,
  after: number | null = null,
): Promise<Message | undefined> {
  const entry = entryOf(key);
  forgetUnused();
  const { timeline } = entry.room;
  if (around === null && after !== null) {
    if (timeline && !beginsAbove(timeline, after)) return;
    // Shown first, the newest messages would count as seen.
    if (timeline) show(entry, { timeline: null, ...nothingLoads });
    return load(entry, { after });
  }
  // A window about older messages that was read ahead: they have been read elsewhere since.
  if (around === null && timeline?.below && entry.listeners.size === 0) return load(entry, {});
  if (around === null && timeline) return;
  if (around !== null && timeline?.messages.some(({ id }) => id === around)) {
    // What is on its way would take it away again.
    entry.loading?.stop();
    return;
  }
  return load(entry, { around });
}

/**
 * Reads what a place that may be opened next begins with: no reason to give up what is on its way in it, or to take away
 * what is known of it.
 */
export function openAhead(key: string, after: number | null = null): void {
  const { loading, room } = entryOf(key);
  if (!loading && !room.timeline) void openRoom(key, null, after);
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

/** A place is opened anew each time: at its newest messages, or at the first unread one. */
export function leaveRoom(key: string): void {
  const entry = entryOf(key);
  if (entry.loading && entry.loading.name !== nameOf({})) entry.loading.stop();
  if (entry.room.timeline?.below) show(entry, { timeline: null, ...nothingLoads });
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

async function read(entry: Entry, wanted: Wanted, signal: AbortSignal): Promise<Message | undefined> {
  const { around = null, after } = wanted;
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
    const { above, below, seq, lines } = meta;
    meet({ messages: data, lines });
    open(entry, core.openTimeline(id, seq, { messages: data, lines, above, below, parentId }));
    checkForGap(entry);
  } catch (error) {
    const known =
      isOutage(error) && !signal.aborted ? ((await keptRoom(entry.key)) ?? unanswered(entry.key)) : null;
    if (signal.aborted) return;
    const found = around === null || known?.messages.some((message) => message.id === around);
    if (known && found && !entry.room.timeline) {
      open(entry, known);
      void catchUp(entry);
    } else {
      entry.missed = isOutage(error) ? wanted : {};
      show(entry, { error });
    }
  } finally {
    if (!signal.aborted) entry.loading = null;
  }
  // Connected while the window was on its way: it may be older than the first thing that the live channel tells.
  if (connections !== before) void catchUp(entry);
}

function open(entry: Entry, opened: core.Timeline): void {
  const sends = waitingIn(entry.key).reduce(showWaiting, opened);
  show(entry, { timeline: entry.early.reduce(core.applyEvent, sends), ...nothingLoads });
}

function showWaiting(timeline: core.Timeline, { client_id, ...waiting }: Waiting): core.Timeline {
  const { content, files, local, created_at, refusal } = waiting;
  const started = core.startSend(timeline, { client_id, content, files, local, created_at });
  return refusal === null ? core.holdSend(started, client_id) : core.failSend(started, client_id, refusal);
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
    if (!entry.room.error || entry.loading) return;
    const elsewhere = await load(entry, entry.missed);
    if (elsewhere) await load(entry, {});
    return;
  }
  try {
    for (let more = true; more; ) {
      const { timeline } = entry.room;
      // The place was left meanwhile, or is read anew: from there on nothing is known that could be caught up.
      if (!timeline) return;
      const { data, meta } = await call(getChanges, {
        params: { id: placeOf(entry.key).id },
        query: { since: timeline.seq },
      });
      update(entry, (timeline) => core.applyChanges(timeline, data));
      more = meta.has_more;
    }
  } catch (error) {
    // Without a connection the next one catches up; with one, the server could not answer for the moment.
    if (isOutage(error))
      setTimeout(() => liveStatus() === "connected" && void catchUp(entry), pauseMs(error));
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
