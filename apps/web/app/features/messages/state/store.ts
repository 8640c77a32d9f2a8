import { getChanges } from "@kakehashi/contract/conversations";
import type { Message } from "@kakehashi/contract/messages";
import { listMessages, messagesAround } from "@kakehashi/contract/messages";
import { listReplies } from "@kakehashi/contract/threads";
import { call } from "../../../kit/api.ts";
import { isOutage, pauseMs } from "../../../kit/api-error.ts";
import { repeatable } from "../../../kit/repeatable.ts";
import { liveStatus, onLiveConnect, onLiveEvent } from "../../live/connection.ts";
import { chatOf } from "./chat-key.ts";
import {
  dropUnusedChats,
  type Entry,
  entries,
  entryOf,
  setState,
  trimEntry,
  updateTimeline,
  type WindowRequest,
  windowNameOf,
} from "./chats.ts";
import { emptyThreadOf } from "./empty-thread.ts";
import { type QueuedSend, queuedIn } from "./outbox.ts";
import { prefetchAuthors } from "./pages.ts";
import { firstUnreadIsAbove } from "./rows.ts";
import { storedChat } from "./stored-chats.ts";
import * as core from "./timeline.ts";

/** Milliseconds in which a missing event may still arrive by itself, out of turn. */
const gapPauseMs = 200;
/** How often the live channel was connected. */
let connectionCount = 0;
/** Of another window nothing is on its way yet. */
const notLoading = { loadingAbove: false, loadingBelow: false };

/**
 * Reads the newest messages where they are not known yet; `around` reads the window about one of them instead, and
 * `after` the window about the first message after that `number`. Answers the message `around`, and reads nothing, where
 * it stands elsewhere: a reply is read in its thread, and no other message there.
 */
export async function openChat(
  key: string,
  around: string | null = null,
  after: number | null = null,
): Promise<Message | undefined> {
  const entry = entryOf(key);
  dropUnusedChats();
  const { timeline } = entry.state;
  if (around === null && after !== null) {
    if (timeline && !firstUnreadIsAbove(timeline, after)) return;
    // Shown first, the newest messages would count as seen.
    if (timeline) setState(entry, { timeline: null, ...notLoading });
    return loadWindow(entry, { after });
  }
  // A window about older messages that was read ahead: they have been read elsewhere since.
  if (around === null && timeline?.below && entry.listeners.size === 0) return loadWindow(entry, {});
  if (around === null && timeline) return;
  if (around !== null && timeline?.messages.some(({ id }) => id === around)) {
    // What is on its way would take it away again.
    entry.loading?.cancel();
    return;
  }
  return loadWindow(entry, { around });
}

/**
 * Reads what a place that may be opened next begins with: no reason to give up what is on its way in it, or to take away
 * what is known of it.
 */
export function preloadChat(key: string, after: number | null = null): void {
  const { loading, state: room } = entryOf(key);
  if (!loading && !room.timeline) void openChat(key, null, after);
}

/** Leaves a window about something older for the newest messages. */
export async function openNewest(key: string): Promise<void> {
  const entry = entryOf(key);
  if (entry.state.timeline?.below) await loadWindow(entry, {});
}

/** Reads the window about the first message of a conversation after this `number`; throws where that fails. */
export async function openAfter(key: string, number: number): Promise<void> {
  const entry = entryOf(key);
  await loadWindow(entry, { after: number });
  if (entry.state.error) throw entry.state.error;
}

/** A place is opened anew each time: at its newest messages, or at the first unread one. */
export function leaveChat(key: string): void {
  const entry = entryOf(key);
  if (entry.loading && entry.loading.windowName !== windowNameOf({})) entry.loading.cancel();
  if (entry.state.timeline?.below) setState(entry, { timeline: null, ...notLoading });
}

/** The window asked for last is the one that is shown: another that is still on its way is given up. */
function loadWindow(entry: Entry, wanted: WindowRequest): Promise<Message | undefined> {
  const name = windowNameOf(wanted);
  if (entry.loading?.windowName === name) return entry.loading.result;
  entry.loading?.cancel();
  const controller = new AbortController();
  const done = readWindow(entry, wanted, controller.signal);
  entry.loading = {
    windowName: name,
    result: done,
    cancel() {
      controller.abort();
      entry.loading = null;
    },
  };
  return done;
}

async function readWindow(
  entry: Entry,
  wanted: WindowRequest,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const { around = null, after } = wanted;
  const connectionsBefore = connectionCount;
  entry.earlyEvents = [];
  if (entry.state.error) setState(entry, { error: null });
  try {
    const { id, parentId } = chatOf(entry.key);
    const { data, meta } = await (around !== null
      ? call(messagesAround, { params: { id, mid: around }, signal })
      : parentId === null
        ? call(listMessages, { params: { id }, query: after === undefined ? {} : { after }, signal })
        : call(listReplies, { params: { id, mid: parentId }, signal }));
    if (signal.aborted) return;
    const linked = data.find((message) => message.id === around);
    if (linked && linked.parent_id !== parentId) return linked;
    const { above, below, seq, lines } = meta;
    prefetchAuthors({ messages: data, lines });
    showWindow(entry, core.openTimeline(id, seq, { messages: data, lines, above, below, parentId }));
    checkForGap(entry);
  } catch (error) {
    const stored =
      isOutage(error) && !signal.aborted ? ((await storedChat(entry.key)) ?? emptyThreadOf(entry.key)) : null;
    if (signal.aborted) return;
    const found = around === null || stored?.messages.some((message) => message.id === around);
    if (stored && found && !entry.state.timeline) {
      showWindow(entry, stored);
      void catchUp(entry);
    } else {
      entry.retryRequest = isOutage(error) ? wanted : {};
      setState(entry, { error });
    }
  } finally {
    if (!signal.aborted) entry.loading = null;
  }
  // Connected while the window was on its way: it may be older than the first thing that the live channel tells.
  if (connectionCount !== connectionsBefore) void catchUp(entry);
}

function showWindow(entry: Entry, timeline: core.Timeline): void {
  const withSends = queuedIn(entry.key).reduce(addQueuedSend, timeline);
  setState(entry, { timeline: entry.earlyEvents.reduce(core.applyEvent, withSends), ...notLoading });
}

function addQueuedSend(timeline: core.Timeline, { client_id, ...waiting }: QueuedSend): core.Timeline {
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
  if (!entry.state.timeline) {
    if (!entry.state.error || entry.loading) return;
    const foundElsewhere = await loadWindow(entry, entry.retryRequest);
    if (foundElsewhere) await loadWindow(entry, {});
    return;
  }
  try {
    for (let more = true; more; ) {
      const { timeline } = entry.state;
      // The place was left meanwhile, or is read anew: from there on nothing is known that could be caught up.
      if (!timeline) return;
      const { data, meta } = await call(getChanges, {
        params: { id: chatOf(entry.key).id },
        query: { since: timeline.seq },
      });
      updateTimeline(entry, (timeline) => core.applyChanges(timeline, data));
      more = meta.has_more;
    }
  } catch (error) {
    // Without a connection the next one catches up; with one, the server could not answer for the moment.
    if (isOutage(error))
      setTimeout(() => liveStatus() === "connected" && void catchUp(entry), pauseMs(error));
  }
}

function checkForGap(entry: Entry): void {
  if (!entry.state.timeline || !core.isBehind(entry.state.timeline)) return;
  setTimeout(() => {
    if (entry.state.timeline && core.isBehind(entry.state.timeline)) void catchUp(entry);
  }, gapPauseMs);
}

/** Follows the live channel until the returned function is called. */
export function followChats(): () => void {
  const unsubscribes = [
    onLiveEvent((event) => {
      for (const entry of entries.values()) {
        if (chatOf(entry.key).id !== event.conversation_id) continue;
        if (entry.loading) entry.earlyEvents.push(event);
        updateTimeline(entry, (timeline) => core.applyEvent(timeline, event));
        if (entry.listeners.size === 0) trimEntry(entry);
        checkForGap(entry);
      }
    }),
    onLiveConnect(() => {
      connectionCount++;
      for (const entry of entries.values()) void catchUp(entry);
    }),
  ];
  return () => {
    for (const end of unsubscribes) end();
    entries.clear();
  };
}
