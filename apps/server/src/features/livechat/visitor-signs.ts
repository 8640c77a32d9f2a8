import type { LiveEvent } from "@kakehashi/contract/live";
import { toStorableText } from "@kakehashi/contract/storable";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Talks } from "../bots/service.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import * as ratings from "./rating-store.ts";
import * as store from "./store.ts";
import { createTypingWatchForVisitors } from "./typing-watch.ts";
import { markLiveEventsUnsent } from "./unsent-event-store.ts";
import type { createUnsentEventTracker } from "./unsent-event-tracker.ts";

interface VisitorSignalsDependencies extends LivechatDependencies {
  notifyBotPeople(botId: string): Promise<void>;
  announcementMarks: ReturnType<typeof createUnsentEventTracker>;
}

/**
 * Handles what the visitor and the agent send besides messages: that they are typing, what they have seen, and the
 * visitor's rating.
 */
export function createVisitorSignals({
  db,
  live,
  conversations,
  notifyBotPeople,
  announcementMarks,
}: VisitorSignalsDependencies): Pick<
  Talks,
  "rateTalkRound" | "watchConversation" | "tellTyping" | "tellSeen"
> {
  const typingWatch = createTypingWatchForVisitors(live, isTypingOf);
  return {
    async rateTalkRound(conversationId, newRating) {
      const announcementMark = await db.transaction().execute(async (tx) => {
        const talk = await store.lockLivechat(tx, conversationId);
        if (!talk) throw createNotFoundError();
        const storedRating = await ratings.findRating(tx, conversationId, newRating.round);
        if (!storedRating) throw createNotFoundError();
        const comment = trimRatingComment(newRating.comment);
        const isSameRating =
          storedRating.rating === newRating.rating && (comment === null || comment === storedRating.comment);
        if (isSameRating) return null;
        const isFirstRating = storedRating.rating === null;
        if (!isFirstRating && (storedRating.rating !== newRating.rating || storedRating.comment !== null))
          throw new AppError("BOT.RATED");
        await ratings.updateRating(tx, conversationId, { ...newRating, comment });
        return { botId: talk.bot_id, mark: await markLiveEventsUnsent(tx, conversationId) };
      });
      if (!announcementMark) return announcementMarks.hintTalk(conversationId);
      await notifyBotPeople(announcementMark.botId);
      await announcementMarks.markAnnounced(conversationId, announcementMark.mark);
    },

    async watchConversation(conversationId, onChange) {
      const talk = await store.findLivechat(db, conversationId);
      return typingWatch.watch(conversationId, talk?.visitor_id, onChange);
    },

    async tellTyping(conversationId) {
      const talk = await store.findLivechat(db, conversationId);
      if (talk?.state !== "OPEN") return false;
      await conversations.publishTyping(talk.visitor_id, conversationId, undefined);
      return true;
    },

    async tellSeen(conversationId, messageId) {
      const talk = await store.findLivechat(db, conversationId);
      const number = await store.findVisibleMessageNumber(db, conversationId, messageId);
      if (!talk || number === undefined) throw createNotFoundError();
      await conversations.markRead(talk.visitor_id, conversationId, number);
    },
  };
}

/**
 * Returns true if a live event says that a person is typing to the visitor, and false for an event of another type.
 * Returns null if the visitor need not be told: the visitor is typing, or somebody is typing in a thread.
 */
function isTypingOf(body: string, visitorId: string | undefined): boolean | null {
  const event = JSON.parse(body) as LiveEvent;
  if (event.type !== "TYPING") return false;
  // Threads are internal, so the visitor is not told that somebody is typing in one.
  return event.user_id === visitorId || event.parent_id !== null ? null : true;
}

/** Removes the spaces around a rating's comment. Returns null if nothing is left. */
function trimRatingComment(text: string): string | null {
  const comment = toStorableText(text).trim();
  return comment === "" ? null : comment;
}
