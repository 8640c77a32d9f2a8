import { maximumSnoozeDays } from "@kakehashi/contract/bot-livechat";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { createNotices } from "./notices.ts";
import type { LivechatParts } from "./service.ts";
import * as store from "./store.ts";
import type { createUntold } from "./untold.ts";
import { markUntold } from "./untold-store.ts";

/** Brings a snoozed talk back at its time. */
const wakeJob = "livechat.wake";
const dayMs = 24 * 3_600_000;

interface WakeJob {
  conversation_id: string;
  /** The time that the talk was snoozed until. If it was snoozed again since, this job does nothing. */
  until: string;
}

interface Parts extends Pick<LivechatParts, "db" | "jobs"> {
  notices: ReturnType<typeof createNotices>;
  untoldTalks: ReturnType<typeof createUntold>;
  tellPeople(botId: string): Promise<void>;
}

/** Talks that are put aside until a time or until the visitor writes. */
export function createSnooze({ db, jobs, notices, untoldTalks, tellPeople }: Parts) {
  async function wake({ conversation_id: id, until }: WakeJob): Promise<void> {
    const woken = await db.transaction().execute(async (tx) => {
      const talk = await store.lockLivechat(tx, id);
      if (!talk?.agent_id || talk.snoozed_until?.toISOString() !== until) return null;
      await store.updateSnooze(tx, id, false, null);
      const { bot_id: botId, agent_id } = talk;
      const announce = await notices.tellOne(tx, { botId, conversationId: id }, agent_id);
      return { botId, announce, untold: await markUntold(tx, id) };
    });
    // The process of an earlier run may have died after its commit.
    if (!woken) return untoldTalks.hintAt(id);
    await woken.announce();
    await tellPeople(woken.botId);
    await untoldTalks.told(id, woken.untold);
  }
  jobs.define<WakeJob>(wakeJob, wake);

  return {
    /** Puts a talk aside in the transaction of a step. Null: until the visitor writes. */
    async begin(tx: Kysely<DB>, conversationId: string, until: string | null): Promise<void> {
      const waitMs = until === null ? null : Date.parse(until) - Date.now();
      if (waitMs !== null && (waitMs <= 0 || waitMs > maximumSnoozeDays * dayMs))
        throw new AppError("ERR.INPUT", { fields: { until: "soon" } });
      await store.updateSnooze(tx, conversationId, true, until);
      if (until === null || waitMs === null) return;
      const data: WakeJob = { conversation_id: conversationId, until };
      await jobs.send(tx, wakeJob, data, { after: Math.ceil(waitMs / 1_000) });
    },

    end: (tx: Kysely<DB>, conversationId: string): Promise<void> =>
      store.updateSnooze(tx, conversationId, false, null),
  };
}
