import type { Message } from "@kakehashi/contract/messages";
import type { Timeline } from "../state/timeline.ts";

/** One announcement: some messages, oldest first, and how many more arrived. */
export interface Announcement {
  readonly messages: readonly Message[];
  readonly moreCount: number;
}

/** Messages that arrive within this many milliseconds are announced together. */
const collectMessagesMs = 500;
/**
 * At least this many milliseconds pass between two announcements, because a screen reader cannot follow faster ones.
 */
const announcementPauseMs = 4000;
/** A screen reader reads out at most this many messages of an announcement. The remaining messages are only counted. */
const maxAnnouncedMessages = 3;

/**
 * Returns the messages of other people that arrived between two states of a chat. Empty while the newest messages are
 * not loaded, because messages that are added at the bottom are then old ones.
 */
export function newMessagesOfOthers(
  before: Timeline | null,
  after: Timeline | null,
  userId: string,
): Message[] {
  if (!before || !after || before.below || after.below) return [];
  const newestKnownNumber = before.messages.at(-1)?.number ?? 0;
  const firstNewIndex = after.messages.findLastIndex(({ number }) => number <= newestKnownNumber) + 1;
  return after.messages.slice(firstNewIndex).filter(({ user_id, deleted }) => user_id !== userId && !deleted);
}

/** Collects new messages and announces them together, slowly enough for a screen reader. */
export function createAnnouncer(announce: (announcement: Announcement) => void) {
  let queued: Message[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let announcedAtMs = Number.NEGATIVE_INFINITY;

  function flush(): void {
    timer = undefined;
    announcedAtMs = performance.now();
    const messages = queued.slice(0, maxAnnouncedMessages);
    const moreCount = queued.length - messages.length;
    queued = [];
    announce({ messages, moreCount });
  }

  return {
    add(messages: readonly Message[]): void {
      if (messages.length === 0) return;
      queued.push(...messages);
      timer ??= setTimeout(
        flush,
        Math.max(collectMessagesMs, announcedAtMs + announcementPauseMs - performance.now()),
      );
    },
    stop: () => clearTimeout(timer),
  };
}
