import { getChanges } from "@kakehashi/contract/conversations";
import { type Message, messagesAbove, messagesBelow } from "@kakehashi/contract/messages";
import { call } from "../../../kit/api.ts";
import { nextFrame } from "../../../kit/next-frame.ts";
import { ask } from "../../profiles/people.ts";
import { placeOf } from "./place.ts";
import { type Entry, entryOf, show, update } from "./rooms.ts";
import * as core from "./timeline.ts";

/** A side of a window, beyond which there may be more. */
type Side = "above" | "below";

interface Growth {
  readonly endpoint: typeof messagesAbove | typeof messagesBelow;
  readonly loading: "loadingAbove" | "loadingBelow";
  /** The message beside which a page is read. */
  readonly edge: (timeline: core.Timeline) => Message | undefined;
  readonly add: (timeline: core.Timeline, page: core.Page, more: boolean) => core.Timeline;
}

const growth: Record<Side, Growth> = {
  above: {
    endpoint: messagesAbove,
    loading: "loadingAbove",
    edge: ({ messages }) => messages[0],
    add: (timeline, page, above) => core.addAbove(timeline, { ...page, above }),
  },
  below: {
    endpoint: messagesBelow,
    loading: "loadingBelow",
    edge: ({ messages }) => messages.at(-1),
    add: (timeline, page, below) => core.addBelow(timeline, { ...page, below }),
  },
};

/** Reads the twenty messages above the window. */
export const loadAbove = (key: string): Promise<void> => loadPage(key, "above");

/** Reads the twenty messages below a window that was opened around an older one. */
export const loadBelow = (key: string): Promise<void> => loadPage(key, "below");

async function loadPage(key: string, side: Side): Promise<void> {
  const entry = entryOf(key);
  const { endpoint, loading, edge, add } = growth[side];
  const { timeline } = entry.room;
  const beside = timeline && edge(timeline);
  if (!beside || !timeline[side] || entry.room[loading]) return;
  const ended = { [loading]: false };
  show(entry, { [loading]: true });
  try {
    const { data, meta } = await call(endpoint, { params: { id: placeOf(key).id, mid: beside.id } });
    const page = { messages: data, lines: meta.lines };
    meet(page);
    await nextFrame();
    // Another window may have taken the place of the one it was asked for: it is no part of that one, for what lies
    // between them would never be read.
    const fits = (now: core.Timeline) => now[side] && edge(now)?.id === beside.id;
    update(entry, (now) => (fits(now) ? add(now, page, meta[side]) : now), ended);
    await bringUp(entry, meta.seq);
  } catch (error) {
    show(entry, ended);
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

/** Asks for those who wrote, came or went before any of it is drawn. */
export function meet({ messages, lines = [] }: core.Page): void {
  const people = [
    ...messages.map(({ user_id }) => user_id),
    ...lines.flatMap((line) => [...(line.actor_id ? [line.actor_id] : []), ...line.user_ids]),
  ];
  for (const id of new Set(people)) ask(id);
}
