import type { SystemLine } from "@kakehashi/contract/lines";
import type { Message } from "@kakehashi/contract/messages";
import { whenCalm } from "../../../kit/calm.ts";
import { keep, keepAtMost, kept } from "../../../kit/kept.ts";
import { placeOf } from "./place.ts";
import { linesFrom, openTimeline, type Timeline } from "./timeline.ts";

/** Messages of a place that are kept, the newest ones. */
const keptMessages = 50;
/** Places that are kept, those last changed. */
const keptRooms = 40;
/** Milliseconds from a change to its being kept, at least: a busy room is written once for many. */
const pause = 2_000;

interface KeptRoom {
  readonly seq: number;
  readonly above: boolean;
  readonly messages: readonly Message[];
  /** What was kept before there were any has none. */
  readonly lines?: readonly SystemLine[];
}

const prefix = "room ";
const changed = new Map<string, Timeline>();

/**
 * Keeps the newest messages of a place as they are now, once the reader rests. A window about older ones is not kept.
 * `before`: how the place was, where it is known.
 */
export function keepRoom(key: string, timeline: Timeline, before: Timeline | null = null): void {
  if (timeline.below || (before && isSame(before, timeline))) return;
  if (changed.size === 0) whenCalm(pause, keepChanged);
  changed.set(key, timeline);
}

/** Whether the same is kept of both: pages of older messages change none of it. */
function isSame(before: Timeline, after: Timeline): boolean {
  const [was, now] = [before.messages.slice(-keptMessages), after.messages.slice(-keptMessages)];
  return (
    !before.below &&
    before.seq === after.seq &&
    was.length === keptMessages &&
    now.length === keptMessages &&
    was.every((message, place) => message === now[place])
  );
}

function keepChanged(): void {
  for (const [name, { seq, above, messages, lines }] of changed) {
    const cut = messages.length > keptMessages;
    const newest = messages.slice(-keptMessages);
    const room: KeptRoom = {
      seq,
      above: above || cut,
      messages: newest,
      lines: cut ? linesFrom(newest, lines) : lines,
    };
    keep(prefix + name, room);
  }
  changed.clear();
  void keepAtMost(prefix, keptRooms).catch(() => undefined);
}

/** A place as it was kept; null where it was not. */
export async function keptRoom(key: string): Promise<Timeline | null> {
  const room = await kept<KeptRoom>(prefix + key);
  const { id, parentId } = placeOf(key);
  return room && openTimeline(id, room.seq, { ...room, parentId });
}
