import { placeOf } from "./place.ts";
import { roomOf } from "./rooms.ts";
import * as core from "./timeline.ts";

/** The thread of a message that nobody has replied to, as far as its conversation is known: there is nothing to read. */
export function unanswered(key: string): core.Timeline | null {
  const { id, parentId } = placeOf(key);
  const around = roomOf(id).timeline;
  const first = around?.messages.find((message) => message.id === parentId);
  if (!around || first?.reply_count !== 0) return null;
  return core.openTimeline(id, around.seq, { messages: [], above: false, parentId });
}
