import type {
  BroadcastAudience,
  BroadcastChangeRequest,
  BroadcastDetail,
  NewBroadcastRequest,
  StoredBroadcastContent,
} from "@kakehashi/contract/bot-broadcasts";
import type { BroadcastReceiptKind } from "@kakehashi/contract/bot-visitor-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { createCsvDownload } from "../../kit/http/csv-download.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import * as audiences from "./audience-store.ts";
import { createBroadcastChange } from "./changing.ts";
import { createBroadcastCreation } from "./creation.ts";
import type { BroadcastActor } from "./dependencies.ts";
import { createBroadcastSettingsChecker } from "./planning.ts";
import { listResultTotals, storeReadsAndClicks } from "./recipient-store.ts";
import { createRemoval } from "./removal.ts";
import { toBroadcastResultsCsv } from "./results-csv.ts";
import { createBroadcastSending } from "./sending.ts";
import * as sendingStore from "./sending-store.ts";
import { createBroadcastStateChanges } from "./state-changes.ts";
import * as store from "./store.ts";
import { createBroadcastReceiptNotifier } from "./telling.ts";

export interface BroadcastDependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "toUser">;
  readonly files: Pick<Files, "quota">;
  readonly bots: Bots;
  readonly channels: Pick<Channels, "broadcasts">;
  readonly log: Log;
  /** Maximum number of messages that one bot sends in a second. */
  readonly broadcastsPerSecond: number;
}

export type Broadcasts = ReturnType<typeof createBroadcasts>;

/** The feature `broadcasts`: sends one text or article to many visitors of a bot. */
export function createBroadcasts(dependencies: BroadcastDependencies) {
  const { db, jobs, live, files, bots, channels, log, broadcastsPerSecond: perSecond } = dependencies;
  const outsideBroadcasts = channels.broadcasts;

  async function notifyBotPeople(botId: string): Promise<void> {
    for (const userId of await bots.peopleOf(botId))
      live.toUser(userId, { type: "BOT_BROADCAST_CHANGED", bot_id: botId });
  }
  const broadcastSending = createBroadcastSending({
    db,
    jobs,
    bots,
    channels,
    perSecond,
    notifyBotPeople,
  });
  const reportNotifier = createBroadcastReceiptNotifier({ log, notifyBotPeople });
  outsideBroadcasts.setReceiptListener(reportNotifier.notifySoon);
  const broadcastRemoval = createRemoval({ db, jobs, bots, channels });

  const runInTurn = createKeyedTaskQueue();
  const planDependencies = {
    db,
    bots,
    quota: files.quota,
    planBroadcast: createBroadcastSettingsChecker({
      db,
      bots,
      replyWindowMsByPlatform: outsideBroadcasts.replyWindowMsByPlatform,
    }),
    send: broadcastSending.send,
    runInTurn,
    notifyBotPeople,
  };
  const createBroadcast = createBroadcastCreation(planDependencies);
  const changePlan = createBroadcastChange(planDependencies);

  async function viewBroadcast(botId: string, id: string): Promise<BroadcastDetail> {
    // Store new results first. Even after the broadcast has ended, a platform may tell us that a message was sent after
    // all.
    if (await outsideBroadcasts.hasNewResults(db, id))
      await runInTurn(botId, () =>
        db.transaction().execute(async (tx) => {
          if (await sendingStore.lockBroadcast(tx, id)) await broadcastSending.storeOutsideResults(tx, id);
        }),
      );
    const foundBroadcast = await store.findBroadcast(db, botId, id);
    if (!foundBroadcast) throw createNotFoundError();
    return { ...foundBroadcast, results: await listResultTotals(db, id) };
  }

  return {
    async list(person: BroadcastActor, botId: string, { page, paging }: { page: number; paging: number }) {
      await bots.require(db, person, botId, "read");
      const offset = (page - 1) * paging;
      const { broadcasts, total } = await store.listBroadcasts(db, botId, { offset, limit: paging });
      const has_more = offset + broadcasts.length < total;
      return { data: broadcasts, meta: { page, paging, total, has_more } };
    },

    async view(person: BroadcastActor, botId: string, id: string): Promise<BroadcastDetail> {
      await bots.require(db, person, botId, "read");
      return viewBroadcast(botId, id);
    },

    async nameOf(person: BroadcastActor, botId: string, id: string): Promise<{ id: string; name: string }> {
      await bots.require(db, person, botId, "read");
      const name = await store.findBroadcastName(db, botId, id);
      if (name === undefined) throw createNotFoundError();
      return { id, name };
    },

    async csv(
      person: BroadcastActor,
      botId: string,
      id: string,
      language: Language,
    ): Promise<DownloadAnswer> {
      await bots.require(db, person, botId, "read");
      const { name, results } = await viewBroadcast(botId, id);
      return createCsvDownload(name, toBroadcastResultsCsv(results, language));
    },

    async listAudienceChoices(person: BroadcastActor, botId: string) {
      await bots.require(db, person, botId, "edit");
      return audiences.listAudienceChoices(db, botId);
    },

    async count(person: BroadcastActor, botId: string, audience: BroadcastAudience) {
      await bots.require(db, person, botId, "edit");
      return audiences.countAudience(db, botId, audience, outsideBroadcasts.replyWindowMsByPlatform());
    },

    create: async (
      person: BroadcastActor,
      botId: string,
      body: NewBroadcastRequest,
    ): Promise<BroadcastDetail> => viewBroadcast(botId, await createBroadcast(person, botId, body)),

    async change(
      person: BroadcastActor,
      botId: string,
      id: string,
      body: BroadcastChangeRequest,
    ): Promise<BroadcastDetail> {
      await changePlan(person, botId, id, body);
      return viewBroadcast(botId, id);
    },

    /**
     * Returns the texts of the bot's broadcasts that have not begun. With an `id`, returns the texts of that broadcast
     * in any state. The caller must have checked the reader's permission.
     */
    texts: (executor: Kysely<DB>, botId: string, id: string | null): Promise<store.BroadcastContentRow[]> =>
      store.listTextsOfBroadcasts(executor, botId, id),

    /**
     * Replaces the content of a broadcast by one with a new translation. `rewriteContent` runs in the transaction that locks the
     * broadcast. It checks the translator's permission and returns the new content. Throws BOT.BROADCAST_STATE if the
     * broadcast has begun.
     */
    async rewrite(
      person: BroadcastActor,
      botId: string,
      id: string,
      rewriteContent: (
        tx: Kysely<DB>,
        content: StoredBroadcastContent,
        bot: Bot,
      ) => Promise<StoredBroadcastContent>,
    ): Promise<void> {
      const runChange = async (tx: Kysely<DB>) => {
        const bot = await bots.requireIn(tx, person, botId, "read");
        const row = await sendingStore.lockBroadcast(tx, id);
        if (row?.bot_id !== botId) throw createNotFoundError();
        if (row.state !== "SCHEDULED") throw new AppError("BOT.BROADCAST_STATE");
        // A translation uses the storage quota of the broadcast's author, not of the translator. A translator could not
        // delete the translation to free the space.
        await store.updateBroadcastContent(tx, id, await rewriteContent(tx, row.content, bot), person.userId);
      };
      await runInTurn(botId, () => db.transaction().execute(runChange));
      await notifyBotPeople(botId);
    },

    ...createBroadcastStateChanges({
      db,
      bots,
      outsideBroadcasts,
      broadcastSending,
      broadcastRemoval,
      runInTurn,
      notifyBotPeople,
      viewBroadcast,
    }),

    /** Stores which broadcasts a visitor got, read or clicked. The visitor's page sends this information. */
    async storeVisitorReport(
      botId: string,
      token: string | undefined,
      reactions: readonly { number: number; act: BroadcastReceiptKind }[],
    ): Promise<void> {
      const hasNewReactions = await storeReadsAndClicks(
        db,
        await bots.sessions.require(botId, token),
        reactions,
      );
      if (hasNewReactions) reportNotifier.notifySoon(botId);
    },

    prune: broadcastRemoval.prune,

    /** Continues broadcasts whose process has died. Call it once after the jobs have started. */
    continueAbandonedBroadcasts: broadcastSending.continueSending,
    close: reportNotifier.close,
  };
}
