import * as store from "./announcement-mark-store.ts";
import type { LivechatDependencies } from "./dependencies.ts";

/** The cron expression for every minute, which is the shortest interval of a cron job. */
const everyMinute = "* * * * *";
/** If a change has not sent its live events after this many seconds, the process that made it has died. */
const lostSeconds = 60;
const talksPerBatch = 100;
/**
 * Milliseconds to collect the talks whose live events were sent, before their marks are removed together. This is
 * longer than the pause between two announcements of an inbox.
 */
const removeMarksAfterMs = 400;

interface Dependencies extends Pick<LivechatDependencies, "db" | "jobs" | "rooms" | "bots" | "log"> {
  notifyBotPeople(botId: string): Promise<void>;
}

/**
 * Finds changes of talks whose live events were never sent, because the process died between its commit and its events.
 * Sends a hint to the clients instead of the lost events. Each client then reads the changes that it has missed.
 */
export function createAnnouncementMarks({ db, jobs, rooms, bots, log, notifyBotPeople }: Dependencies) {
  /** Tells the conversation's members, the bot's people and the visitor's page to look for missed changes. */
  async function hintChanges({ conversation_id, bot_id, session_id }: store.UnannouncedTalk): Promise<void> {
    rooms.remindOfSeq(conversation_id);
    if (session_id) bots.sessions.wakeWaitingCalls(session_id);
    await notifyBotPeople(bot_id);
  }

  jobs.repeat("livechat.untold", everyMinute, async () => {
    for (const talk of await store.listUnannouncedTalks(db, lostSeconds, talksPerBatch)) {
      await hintChanges(talk);
      await store.markAnnounced(db, talk.conversation_id, talk.untold_at);
    }
  });

  /**
   * The talks whose live events were sent, with the time of each talk's mark. The next statement removes these marks.
   */
  let announcedMarks = new Map<string, string>();

  function storeAnnouncedMarks(): void {
    const marks = [...announcedMarks].map(([conversationId, announcementMark]) => ({
      conversationId,
      announcementMark,
    }));
    announcedMarks = new Map();
    // If the marks "live events not sent yet" cannot be removed, they stay, and clients get one unnecessary hint.
    store
      .markEachAnnounced(db, marks)
      .catch((error: unknown) => log.warn(error, "Marks of told talks stay."));
  }

  return {
    /**
     * Tells the clients of one talk to look for missed changes. Used when a call or a job runs again, because its first
     * run may have died before it sent its live events.
     */
    async hintTalk(conversationId: string): Promise<void> {
      const talk = await store.findTalkToAnnounce(db, conversationId);
      if (talk) await hintChanges(talk);
    },
    markAnnounced: (conversationId: string, announcementMark: string): Promise<void> =>
      store.markAnnounced(db, conversationId, announcementMark),
    /** Stores that the live events of a talk's change were sent. One statement stores this for many talks. */
    markAnnouncedSoon(conversationId: string, announcementMark: string): void {
      if (announcedMarks.size === 0) setTimeout(storeAnnouncedMarks, removeMarksAfterMs).unref();
      announcedMarks.set(conversationId, announcementMark);
    },
  };
}
