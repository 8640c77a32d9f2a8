import type { Message } from "@kakehashi/contract/messages";
import type { Timeline } from "../state/timeline.ts";

/** What is told at once: the messages, oldest first, and how many others came meanwhile. */
export interface Announcement {
  readonly messages: readonly Message[];
  readonly more: number;
}

/** Milliseconds in which what arrives together is gathered. */
const gatherMs = 500;
/** Milliseconds between two announcements: a screen reader cannot follow more. */
const pauseMs = 4000;
/** Messages of one announcement; others are counted. */
const maxMessages = 3;

/**
 * What others wrote between two states of a place. A window that does not reach down to the newest message, or did not,
 * tells nothing: what comes in below it is old.
 */
export function arrivals(before: Timeline | null, after: Timeline | null, userId: string): Message[] {
  if (!before || !after || before.below || after.below) return [];
  const known = before.messages.at(-1)?.number ?? 0;
  const first = after.messages.findLastIndex(({ number }) => number <= known) + 1;
  return after.messages.slice(first).filter(({ user_id, deleted }) => user_id !== userId && !deleted);
}

/** Tells of what arrives, soon but never faster than it can be followed, however fast it comes. */
export function createAnnouncements(announce: (announcement: Announcement) => void) {
  let waiting: Message[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let announcedAt = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer = undefined;
    announcedAt = performance.now();
    const messages = waiting.slice(0, maxMessages);
    const more = waiting.length - messages.length;
    waiting = [];
    announce({ messages, more });
  }

  return {
    add(messages: readonly Message[]): void {
      if (messages.length === 0) return;
      waiting.push(...messages);
      timer ??= setTimeout(flush, Math.max(gatherMs, announcedAt + pauseMs - performance.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
