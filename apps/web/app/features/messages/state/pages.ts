import { getChanges } from "@kakehashi/contract/conversations";
import { type Message, messagesAbove, messagesBelow } from "@kakehashi/contract/messages";
import { call } from "../../../kit/api.ts";
import { nextFrame } from "../../../kit/next-frame.ts";
import { ask } from "../../profiles/people.ts";
import { chatOf } from "./chat-key.ts";
import { type Entry, entryOf, setState, updateTimeline } from "./chats.ts";
import * as core from "./timeline.ts";

/** A side of a window, beyond which there may be more. */
type Side = "above" | "below";

interface SideLoader {
  readonly endpoint: typeof messagesAbove | typeof messagesBelow;
  readonly loading: "loadingAbove" | "loadingBelow";
  /** The message beside which a page is read. */
  readonly edgeOf: (timeline: core.Timeline) => Message | undefined;
  readonly add: (timeline: core.Timeline, page: core.Page, more: boolean) => core.Timeline;
}

const sideLoaders: Record<Side, SideLoader> = {
  above: {
    endpoint: messagesAbove,
    loading: "loadingAbove",
    edgeOf: ({ messages }) => messages[0],
    add: (timeline, page, above) => core.addAbove(timeline, { ...page, above }),
  },
  below: {
    endpoint: messagesBelow,
    loading: "loadingBelow",
    edgeOf: ({ messages }) => messages.at(-1),
    add: (timeline, page, below) => core.addBelow(timeline, { ...page, below }),
  },
};

/** Reads the twenty messages above the window. */
export const loadAbove = (key: string): Promise<void> => loadPage(key, "above");

/** Reads the twenty messages below a window that was opened around an older one. */
export const loadBelow = (key: string): Promise<void> => loadPage(key, "below");

async function loadPage(key: string, side: Side): Promise<void> {
  const entry = entryOf(key);
  const { endpoint, loading, edgeOf, add } = sideLoaders[side];
  const { timeline } = entry.state;
  const edgeMessage = timeline && edgeOf(timeline);
  if (!edgeMessage || !timeline[side] || entry.state[loading]) return;
  const notLoading = { [loading]: false };
  setState(entry, { [loading]: true });
  try {
    const { data, meta } = await call(endpoint, { params: { id: chatOf(key).id, mid: edgeMessage.id } });
    const page = { messages: data, lines: meta.lines };
    prefetchAuthors(page);
    await nextFrame();
    // Another window may have taken the place of the one it was asked for: it is no part of that one, for what lies
    // between them would never be read.
    const stillFits = (now: core.Timeline) => now[side] && edgeOf(now)?.id === edgeMessage.id;
    updateTimeline(entry, (now) => (stillFits(now) ? add(now, page, meta[side]) : now), notLoading);
    await applyMissedChanges(entry, meta.seq);
  } catch (error) {
    setState(entry, notLoading);
    throw error;
  }
}

/** What changed in a page while it was on its way was no part of the window then: it is asked for once more. */
async function applyMissedChanges(entry: Entry, seq: number): Promise<void> {
  for (let since = seq; since < (entry.state.timeline?.seq ?? 0); ) {
    const { data } = await call(getChanges, { params: { id: chatOf(entry.key).id }, query: { since } });
    updateTimeline(entry, (timeline) => core.applyChanges(timeline, { ...data, seq: timeline.seq }));
    if (data.seq <= since) return;
    since = data.seq;
  }
}

/** Asks for those who wrote, came or went before any of it is drawn. */
export function prefetchAuthors({ messages, lines = [] }: core.Page): void {
  const people = [
    ...messages.map(({ user_id }) => user_id),
    ...lines.flatMap((line) => [...(line.actor_id ? [line.actor_id] : []), ...line.user_ids]),
  ];
  for (const id of new Set(people)) ask(id);
}
