import type { Drawn } from "./drawn.ts";
import { beginsAbove } from "./rows.ts";
import type { Timeline } from "./timeline.ts";

type Place = "above" | "in sight" | "below";

/**
 * Where the first unread message begins, as seen from what is in sight; `measure` is asked where its line is drawn.
 * `line`: the line's place among the rows, below 0 for none. Null where nothing is unread.
 */
export function lineOf(
  timeline: Timeline,
  { line, drawn, readNumber }: { line: number; drawn: Drawn; readNumber: number },
  measure: () => Place,
): Place | null {
  if (line < 0) return beginsAbove(timeline, readNumber) ? "above" : null;
  if (line < drawn.start) return "above";
  return line < drawn.end ? measure() : "below";
}

/**
 * How many messages of others came after this `number`, as far as is known: of those above the window, all count.
 * Whoever writes has read what stands before, so that hardly one of them is the reader's own.
 */
export function unreadSince(
  { messages, above }: Pick<Timeline, "messages" | "above">,
  readNumber: number,
  userId: string,
): number {
  const first = messages[0]?.number ?? readNumber + 1;
  const beyond = above ? Math.max(0, first - 1 - readNumber) : 0;
  return messages.reduce(
    (sum, { number, user_id, deleted }) =>
      number > readNumber && user_id !== userId && !deleted ? sum + 1 : sum,
    beyond,
  );
}
