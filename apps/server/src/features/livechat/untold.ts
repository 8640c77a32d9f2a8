import type { LivechatParts } from "./service.ts";
import * as store from "./untold-store.ts";

/** Each minute, which is how exact a cron is. */
const everyMinute = "* * * * *";
/** A change that was not told for this long has lost its process. */
const lostSeconds = 60;
const talksPerBatch = 100;

interface Parts extends Pick<LivechatParts, "db" | "jobs" | "rooms" | "bots"> {
  tellPeople(botId: string): Promise<void>;
}

/**
 * Tells of changes of talks that may not have been told: a process can die between its commit and its live events. A
 * hint is enough, because whoever is behind then reads what they missed.
 */
export function createUntold({ db, jobs, rooms, bots, tellPeople }: Parts) {
  /** Tells the conversation's members, the bot's people and the visitor's page that they may have missed something. */
  async function hint({ conversation_id, bot_id, session_id }: store.UntoldTalk): Promise<void> {
    rooms.remindOfSeq(conversation_id);
    if (session_id) bots.sessions.tell(session_id);
    await tellPeople(bot_id);
  }

  jobs.repeat("livechat.untold", everyMinute, async () => {
    for (const talk of await store.listUntold(db, lostSeconds, talksPerBatch)) {
      await hint(talk);
      await store.markTold(db, talk.conversation_id, talk.untold_at);
    }
  });

  return {
    /** Hints at what has happened in one talk. For a call or a job that is repeated because its answer was lost. */
    async hintAt(conversationId: string): Promise<void> {
      const talk = await store.findTold(db, conversationId);
      if (talk) await hint(talk);
    },
    told: (conversationId: string, untoldAt: string): Promise<void> =>
      store.markTold(db, conversationId, untoldAt),
  };
}
