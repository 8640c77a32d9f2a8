import type { Message } from "@kakehashi/contract/messages";
import type { ChatTimeline } from "../state/timeline.ts";

/** One announcement: some messages, oldest first, and how many more arrived. */
export interface MessageAnnouncement {
  readonly messages: readonly Message[];
  readonly remainingCount: number;
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
 * Returns the messages of other people that arrived between two states of a chat. Empty if one of the states lacks the
 * newest messages: messages that were added at the bottom may then be old ones that were loaded late.
 */
export function findNewMessagesOfOthers(
  timelineBefore: ChatTimeline | null,
  timelineAfter: ChatTimeline | null,
  userId: string,
): Message[] {
  if (!timelineBefore || !timelineAfter || timelineBefore.below || timelineAfter.below) return [];
  const newestKnownNumber = timelineBefore.messages.at(-1)?.number ?? 0;
  const firstNewIndex = timelineAfter.messages.findLastIndex(({ number }) => number <= newestKnownNumber) + 1;
  return timelineAfter.messages
    .slice(firstNewIndex)
    .filter(({ user_id, deleted }) => user_id !== userId && !deleted);
}

/** Returns an object that collects new messages and announces them together, slowly enough for a screen reader. */
export function createMessageAnnouncer(announce: (announcement: MessageAnnouncement) => void) {
  let queuedMessages: Message[] = [];
  let announceTimer: ReturnType<typeof setTimeout> | undefined;
  let announcedAtMs = Number.NEGATIVE_INFINITY;

  function flush(): void {
    announceTimer = undefined;
    announcedAtMs = performance.now();
    const messages = queuedMessages.slice(0, maxAnnouncedMessages);
    const moreCount = queuedMessages.length - messages.length;
    queuedMessages = [];
    announce({ messages, remainingCount: moreCount });
  }

  return {
    add(messages: readonly Message[]): void {
      if (messages.length === 0) return;
      queuedMessages.push(...messages);
      announceTimer ??= setTimeout(
        flush,
        Math.max(collectMessagesMs, announcedAtMs + announcementPauseMs - performance.now()),
      );
    },
    stop: () => clearTimeout(announceTimer),
  };
}
