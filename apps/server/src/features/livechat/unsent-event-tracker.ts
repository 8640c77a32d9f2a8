import type { LivechatDependencies } from "./dependencies.ts";
import * as store from "./unsent-event-store.ts";

/** The cron expression for "every minute". */
const everyMinuteCron = "* * * * *";
/**
 * If a change is not announced after this many seconds, its live events count as lost: the process that made the change
 * has probably died.
 */
const markLostAfterSeconds = 60;
const talksPerBatch = 100;
/**
 * Milliseconds during which announced talks are collected, so that one SQL statement removes all their marks. This is
 * longer than the pause between two announcements of an inbox (`inboxIntervalMs`).
 */
const markRemovalDelayMs = 400;

interface AnnouncementMarksDependencies
  extends Pick<LivechatDependencies, "db" | "jobs" | "rooms" | "bots" | "log"> {
  notifyBotPeople(botId: string): Promise<void>;
}

/**
 * Finds changes of talks that were committed but not announced, because the process died. Clients then get a hint in
 * place of the lost live events, and request the changes that they missed.
 */
export function createUnsentEventTracker({
  db,
  jobs,
  rooms,
  bots,
  log,
  notifyBotPeople,
}: AnnouncementMarksDependencies) {
  /**
   * Makes the conversation's members, the people who work on the bot, and the visitor's page look for missed changes.
   */
  async function hintChanges({
    conversation_id,
    bot_id,
    session_id,
  }: store.TalkWithUnsentEvents): Promise<void> {
    rooms.remindOfSeq(conversation_id);
    if (session_id) bots.sessions.wakeWaitingCalls(session_id);
    await notifyBotPeople(bot_id);
  }

  jobs.repeat("livechat.untold", everyMinuteCron, async () => {
    for (const talk of await store.listTalksWithUnsentEvents(db, markLostAfterSeconds, talksPerBatch)) {
      await hintChanges(talk);
      await store.markLiveEventsSent(db, talk.conversation_id, talk.untold_at);
    }
  });

  /**
   * Talks whose live events were sent, with the time of each talk's mark. `storeAnnouncedMarks` removes these marks
   * together.
   */
  let announcedMarks = new Map<string, string>();

  function storeAnnouncedMarks(): void {
    const announcementMarkList = [...announcedMarks].map(([conversationId, announcementMark]) => ({
      conversationId,
      announcementMark,
    }));
    announcedMarks = new Map();
    // If removing the marks fails, they stay in the database, and clients later get an unnecessary hint.
    store
      .markTalksLiveEventsSent(db, announcementMarkList)
      .catch((error: unknown) => log.warn(error, "Marks of told talks stay."));
  }

  return {
    /**
     * Makes the clients of one talk look for missed changes. Call this when a request or job is repeated: its first run
     * may have committed the change and died before it sent the live events.
     */
    async hintTalk(conversationId: string): Promise<void> {
      const talk = await store.findTalkToAnnounce(db, conversationId);
      if (talk) await hintChanges(talk);
    },
    markAnnounced: (conversationId: string, announcementMark: string): Promise<void> =>
      store.markLiveEventsSent(db, conversationId, announcementMark),
    /**
     * Records that the live events of a talk's change were sent. The database is updated a little later, for many talks
     * at once.
     */
    markAnnouncedSoon(conversationId: string, announcementMark: string): void {
      if (announcedMarks.size === 0) setTimeout(storeAnnouncedMarks, markRemovalDelayMs).unref();
      announcedMarks.set(conversationId, announcementMark);
    },
  };
}
