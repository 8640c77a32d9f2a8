import { getChanges } from "@kakehashi/contract/conversations";
import { type Message, messagesAbove, messagesBelow } from "@kakehashi/contract/messages";
import { call } from "../../kit/api.ts";
import { nextFrame } from "../../kit/next-frame.ts";
import { ask } from "../profiles/people.ts";
import { placeOf } from "./place.ts";
import { type Entry, entryOf, show, update } from "./rooms.ts";
import * as core from "./timeline.ts";

// A page takes its time, and another window may have taken the place of the one it was asked for: it is no part of that
// one, for what lies between them would never be read.

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
    const add = (now: core.Timeline) =>
      now.messages[0]?.id === first.id ? core.addAbove(now, { messages: data, above: meta.above }) : now;
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
    const add = (now: core.Timeline) =>
      now.below && now.messages.at(-1)?.id === last.id
        ? core.addBelow(now, { messages: data, below: meta.below })
        : now;
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

/** Asks for those who wrote before any of their messages is drawn. */
export function meet(messages: readonly Message[]): void {
  for (const id of new Set(messages.map(({ user_id }) => user_id))) ask(id);
}
