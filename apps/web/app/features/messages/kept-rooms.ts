import type { Message } from "@kakehashi/contract/messages";
import { keep, keepAtMost, kept } from "../../kit/kept.ts";
import { placeOf } from "./place.ts";
import { openTimeline, type Timeline } from "./timeline.ts";

/** Messages of a place that are kept, the newest ones. */
const keptMessages = 50;
/** Places that are kept, those last changed. */
const keptRooms = 40;
/** Milliseconds from a change to its being kept: a busy room is written once for many. */
const pause = 2_000;

interface KeptRoom {
  readonly seq: number;
  readonly above: boolean;
  readonly messages: readonly Message[];
}

const prefix = "room ";
const changed = new Map<string, Timeline>();

/** Keeps the newest messages of a place as they are now, soon. A window about older ones is not kept. */
export function keepRoom(key: string, timeline: Timeline): void {
  if (timeline.below) return;
  if (changed.size === 0) setTimeout(keepChanged, pause);
  changed.set(key, timeline);
}

function keepChanged(): void {
  for (const [name, { seq, above, messages }] of changed) {
    const room: KeptRoom = {
      seq,
      above: above || messages.length > keptMessages,
      messages: messages.slice(-keptMessages),
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
