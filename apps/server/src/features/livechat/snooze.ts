import { maximumSnoozeDays } from "@kakehashi/contract/bot-livechat-steps";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import type { createAgentNotifications } from "./notices.ts";
import * as store from "./store.ts";
import { markLiveEventsUnsent } from "./unsent-event-store.ts";
import type { createUnsentEventTracker } from "./unsent-event-tracker.ts";

/** The job that ends the snooze of a talk at the chosen time. */
const endSnoozeJob = "livechat.wake";
const dayMs = 24 * 3_600_000;

interface EndSnoozeJob {
  conversation_id: string;
  /**
   * The end of the snooze, as it was when the job was queued. If the end has been changed since then, the job does
   * nothing.
   */
  until: string;
}

interface TalkSnoozeDependencies extends Pick<LivechatDependencies, "db" | "jobs"> {
  notices: ReturnType<typeof createAgentNotifications>;
  announcementMarks: ReturnType<typeof createUnsentEventTracker>;
  notifyBotPeople(botId: string): Promise<void>;
}

/** Snoozes talks until a time or until the visitor writes, and ends snoozes. */
export function createSnooze({
  db,
  jobs,
  notices,
  announcementMarks,
  notifyBotPeople,
}: TalkSnoozeDependencies) {
  async function endSnooze({ conversation_id: id, until }: EndSnoozeJob): Promise<void> {
    const talkAfterSnooze = await db.transaction().execute(async (tx) => {
      const talk = await store.lockLivechat(tx, id);
      if (!talk?.agent_id || talk.snoozed_until?.toISOString() !== until) return null;
      await store.updateTalkSnooze(tx, id, false, null);
      const { bot_id: botId, agent_id } = talk;
      const announce = await notices.notifyAgent(tx, { botId, conversationId: id }, agent_id);
      return { botId, announce, announcementMark: await markLiveEventsUnsent(tx, id) };
    });
    // Nothing was changed. An earlier run of this job may have ended the snooze and died before it sent the live
    // events. So the clients get a hint to look for changes.
    if (!talkAfterSnooze) return announcementMarks.hintTalk(id);
    await talkAfterSnooze.announce();
    await notifyBotPeople(talkAfterSnooze.botId);
    await announcementMarks.markAnnounced(id, talkAfterSnooze.announcementMark);
  }
  jobs.define<EndSnoozeJob>(endSnoozeJob, endSnooze);

  return {
    /**
     * Snoozes a talk in the caller's transaction. If `snoozeEnd` is null, the snooze lasts until the visitor writes.
     */
    async begin(tx: Kysely<DB>, conversationId: string, snoozeEnd: string | null): Promise<void> {
      const snoozeMs = snoozeEnd === null ? null : Date.parse(snoozeEnd) - Date.now();
      if (snoozeMs !== null && (snoozeMs <= 0 || snoozeMs > maximumSnoozeDays * dayMs))
        throw new AppError("ERR.INPUT", { fields: { until: "soon" } });
      await store.updateTalkSnooze(tx, conversationId, true, snoozeEnd);
      if (snoozeEnd === null || snoozeMs === null) return;
      const data: EndSnoozeJob = { conversation_id: conversationId, until: snoozeEnd };
      await jobs.send(tx, endSnoozeJob, data, { after: Math.ceil(snoozeMs / 1_000) });
    },

    end: (tx: Kysely<DB>, conversationId: string): Promise<void> =>
      store.updateTalkSnooze(tx, conversationId, false, null),
  };
}
