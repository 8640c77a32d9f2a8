import type { Message } from "@kakehashi/contract/messages";
import type { Format } from "../../kit/format.ts";
import type { Send, Timeline } from "./timeline.ts";

/** One line of the message list. */
export type Row =
  | { readonly kind: "day"; readonly key: string; readonly label: string }
  | { readonly kind: "unread"; readonly key: string }
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: Message;
      /** Under the same name as the one before. */
      readonly grouped: boolean;
    }
  | { readonly kind: "send"; readonly key: string; readonly send: Send; readonly grouped: boolean };

/** Milliseconds after which somebody's next message shows their name again. */
const groupSpan = 5 * 60_000;

export interface RowOptions {
  readonly format: Pick<Format, "calendarDay" | "day">;
  readonly userId: string;
  /** The reader had read up to this `number` when the conversation was opened; null draws no line. */
  readonly readNumber: number | null;
}

/**
 * What the list shows, oldest first. No day stands above the first message while older ones may follow: they could be
 * of that same day, and a row that vanishes from above the reader's eyes makes the list jump.
 */
export function rowsOf(
  { messages, sends, above }: Timeline,
  { format, userId, readNumber }: RowOptions,
): Row[] {
  const rows: Row[] = [];
  let author: string | null = null;
  let day: string | null = null;
  let moment = 0;
  let lineDrawn = readNumber === null;

  function begin(created_at: string, by: string): boolean {
    const now = Date.parse(created_at);
    const today = format.calendarDay(created_at);
    if (today !== day) {
      if (day !== null || !above)
        rows.push({ kind: "day", key: `day ${today}`, label: format.day(created_at) });
      day = today;
      author = null;
    }
    const grouped = author === by && now - moment < groupSpan;
    author = by;
    moment = now;
    return grouped;
  }

  for (const message of messages) {
    let grouped = begin(message.created_at, message.user_id);
    if (!lineDrawn && message.number > (readNumber ?? 0) && message.user_id !== userId) {
      rows.push({ kind: "unread", key: "unread" });
      lineDrawn = true;
      grouped = false;
    }
    rows.push({ kind: "message", key: message.client_id, message, grouped });
  }
  for (const send of sends) {
    rows.push({ kind: "send", key: send.client_id, send, grouped: begin(send.created_at, userId) });
  }
  return rows;
}

/** How many rows came in above what was the first message, or, below zero, went away there; else 0. */
export function addedAbove(before: readonly Row[], after: readonly Row[]): number {
  const first = before.findIndex(({ kind }) => kind === "message");
  if (first < 0) return 0;
  const now = after.findIndex(({ key }) => key === before[first]?.key);
  if (now >= 0) return Math.max(0, now - first);
  const kept = after.findIndex(({ kind }) => kind === "message");
  const was = before.findIndex(({ key }) => key === after[kept]?.key);
  return kept < 0 || was < 0 ? 0 : Math.min(0, kept - was);
}
