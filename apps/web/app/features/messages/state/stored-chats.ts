import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";
import { whenCalm } from "../../../kit/calm.ts";
import { keep, keepAtMost, kept } from "../../../kit/kept.ts";
import { chatOf } from "./chat-key.ts";
import { linesFrom, openTimeline, type Timeline } from "./timeline.ts";

/** Messages of a place that are kept, the newest ones. */
const maxMessages = 50;
/** Places that are kept, those last changed. */
const maxChats = 40;
/** Milliseconds from a change to its being kept, at least: a busy room is written once for many. */
const pauseMs = 2_000;

interface StoredChat {
  readonly seq: number;
  readonly above: boolean;
  readonly messages: readonly Message[];
  /** What was kept before there were any has none. */
  readonly lines?: readonly SystemLine[];
}

const prefix = "room ";
const unstored = new Map<string, Timeline>();

/**
 * Keeps the newest messages of a place as they are now, once the reader rests. A window about older ones is not kept.
 * `before`: how the place was, where it is known.
 */
export function storeChat(key: string, timeline: Timeline, before: Timeline | null = null): void {
  if (timeline.below || (before && storesTheSame(before, timeline))) return;
  if (unstored.size === 0) whenCalm(pauseMs, storeChanged);
  unstored.set(key, timeline);
}

/** Whether the same is kept of both: pages of older messages change none of it. */
function storesTheSame(before: Timeline, after: Timeline): boolean {
  const [was, now] = [before.messages.slice(-maxMessages), after.messages.slice(-maxMessages)];
  return (
    !before.below &&
    before.seq === after.seq &&
    was.length === maxMessages &&
    now.length === maxMessages &&
    was.every((message, index) => message === now[index])
  );
}

function storeChanged(): void {
  for (const [key, { seq, above, messages, lines }] of unstored) {
    const cut = messages.length > maxMessages;
    const newest = messages.slice(-maxMessages);
    const chat: StoredChat = {
      seq,
      above: above || cut,
      messages: newest,
      lines: cut ? linesFrom(newest, lines) : lines,
    };
    keep(prefix + key, chat);
  }
  unstored.clear();
  void keepAtMost(prefix, maxChats).catch(() => undefined);
}

/** A place as it was kept; null where it was not. */
export async function storedChat(key: string): Promise<Timeline | null> {
  const chat = await kept<StoredChat>(prefix + key);
  const { id, parentId } = chatOf(key);
  return chat && openTimeline(id, chat.seq, { ...chat, parentId });
}
