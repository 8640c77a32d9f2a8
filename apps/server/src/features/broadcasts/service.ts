import {
  type BroadcastAudience,
  type BroadcastBody,
  type BroadcastContent,
  type BroadcastDetail,
  type BroadcastState,
  maximumBroadcasts,
  type StoredBroadcastContent,
} from "@kakehashi/contract/bot-broadcasts";
import type { BroadcastAct } from "@kakehashi/contract/bot-visitor-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { csvDownload } from "../../kit/http/csv-download.ts";
import type { Download } from "../../kit/http/download.ts";
import type { Router } from "../../kit/http/route.ts";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import { createKeyedTurns } from "../../kit/turns.ts";
import { type Author, recordAudit } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import * as audiences from "./audience-store.ts";
import { firstMomentInWorld, momentForUnknownZone, secondsUntil } from "./reader-times.ts";
import { listResults, setReadAndClicked } from "./recipient-store.ts";
import { nobodyFitsText, nobodyReachableText, refuseAudience, refuseNames, refuseTime } from "./refusals.ts";
import { createRemoval } from "./removal.ts";
import { toCsv } from "./results-csv.ts";
import { broadcastRoutes } from "./routes.ts";
import { bytesOf, createSending } from "./sending.ts";
import * as store from "./store.ts";
import { createReportTelling } from "./telling.ts";

export interface BroadcastDependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "toUser">;
  readonly files: Pick<Files, "quota">;
  readonly bots: Bots;
  readonly channels: Pick<Channels, "broadcasts">;
  readonly log: Log;
  /** The most messages that one bot sends in a second. */
  readonly broadcastsPerSecond: number;
}

type Person = Author & { readonly userId: string; readonly isAdmin: boolean };
type BroadcastStep = "create" | "pause" | "resume" | "cancel" | "remove";

export type Broadcasts = ReturnType<typeof createBroadcasts>;

/** Sends one content to many visitors of a bot. */
export function createBroadcasts(parts: BroadcastDependencies) {
  const { db, jobs, live, files, bots, channels, log, broadcastsPerSecond: perSecond } = parts;
  const { quota } = files;
  const outside = channels.broadcasts;

  async function notifyBotPeople(botId: string): Promise<void> {
    for (const userId of await bots.peopleOf(botId))
      live.toUser(userId, { type: "BOT_BROADCAST_CHANGED", bot_id: botId });
  }
  const sending = createSending({ db, jobs, bots, channels, perSecond, notifyBotPeople: notifyBotPeople });
  const reports = createReportTelling({ log, notifyBotPeople });
  outside.defineOnReceipt(reports.notifySoon);
  const removal = createRemoval({ db, jobs, bots, channels });

  const inTurn = createKeyedTurns();

  async function view(botId: string, id: string): Promise<BroadcastDetail> {
    // After its end a platform may still report a message that counted as lost.
    if (await outside.hasNews(db, id))
      await inTurn(botId, () =>
        db.transaction().execute(async (tx) => {
          if (await store.lockBroadcast(tx, id)) await sending.takeNews(tx, id);
        }),
      );
    const found = await store.findBroadcast(db, botId, id);
    if (!found) throw notFound();
    return { ...found, results: await listResults(db, id) };
  }

  /** Returns the content to store: a text as it is, or a copy of the article. */
  async function contentToSend(
    person: Person,
    botId: string,
    content: BroadcastContent,
  ): Promise<StoredBroadcastContent> {
    if (content.kind === "text") return content;
    const article = await bots.articles.view(person, botId, content.article_id).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 404) return null;
      throw error;
    });
    if (!article) throw new AppError("ERR.INPUT", { fields: { "content.article_id": "choice" } });
    const { name, title, text, image, buttons } = article;
    return { kind: "article", name, title, text, image, buttons };
  }

  /** Throws if a field of the broadcast cannot be sent. The error names the fields. */
  async function check(bot: Bot, body: BroadcastBody): Promise<void> {
    const { audience, content, scheduled_at, reader_time } = body;
    const fields = {
      ...(scheduled_at !== null && refuseTime("scheduled_at", new Date(scheduled_at))),
      ...(reader_time !== null && refuseTime("reader_time.at", momentForUnknownZone(reader_time))),
      ...(await refuseAudience(db, bot.id, audience)),
      ...(content.kind === "text" && (await refuseNames(db, bot.id, content.text))),
    };
    if (Object.keys(fields).length > 0) throw new AppError("ERR.INPUT", { fields });
  }

  async function requireReachableAudience(
    botId: string,
    body: BroadcastBody,
    content: StoredBroadcastContent,
  ) {
    const { count, reachable, left_out } = await audiences.countAudience(
      db,
      botId,
      body.audience,
      outside.windowsMs(),
    );
    const isNow = body.scheduled_at === null && body.reader_time === null;
    // At a later time there may be visitors. Who talks to a person may have ended that in a moment.
    const mayChange = !isNow || left_out.some(({ reason }) => reason === "TALKING");
    if (reachable === 0 && !mayChange)
      throw new AppError("ERR.INPUT", {
        fields: { audience: count === 0 ? nobodyFitsText : nobodyReachableText },
      });
    const maker = await bots.creatorOf(botId);
    if (bytesOf(content, count) > (await bots.sessions.roomLeft(maker)))
      throw new AppError("BOT.BROADCAST_ROOM");
  }

  /** Changes one broadcast under its lock. Throws BOT.BROADCAST_STATE if its state is not one of `states`. */
  async function change(
    person: Person,
    { botId, id, step }: { botId: string; id: string; step: BroadcastStep },
    states: readonly BroadcastState[],
    act: (tx: Kysely<DB>, row: store.SendingRow) => Promise<void>,
  ): Promise<void> {
    const run = async (tx: Kysely<DB>) => {
      const bot = await bots.requireIn(tx, person, botId, "edit");
      const row = await store.lockBroadcast(tx, id);
      if (row?.bot_id !== botId) throw notFound();
      if (!states.includes(row.state)) throw new AppError("BOT.BROADCAST_STATE");
      await act(tx, row);
      await recordAudit(tx, person, "bot.broadcast", botId, { title: bot.name, step, broadcast_id: id });
    };
    await inTurn(botId, () => db.transaction().execute(run));
    await notifyBotPeople(botId);
  }

  return {
    async list(person: Person, botId: string, { page, paging }: { page: number; paging: number }) {
      await bots.require(db, person, botId, "read");
      const offset = (page - 1) * paging;
      const { broadcasts, total } = await store.listBroadcasts(db, botId, { offset, limit: paging });
      const has_more = offset + broadcasts.length < total;
      return { data: broadcasts, meta: { page, paging, total, has_more } };
    },

    async view(person: Person, botId: string, id: string): Promise<BroadcastDetail> {
      await bots.require(db, person, botId, "read");
      return view(botId, id);
    },

    async nameOf(person: Person, botId: string, id: string): Promise<{ id: string; name: string }> {
      await bots.require(db, person, botId, "read");
      const name = await store.findName(db, botId, id);
      if (name === undefined) throw notFound();
      return { id, name };
    },

    async csv(person: Person, botId: string, id: string, language: Language): Promise<Download> {
      await bots.require(db, person, botId, "read");
      const { name, results } = await view(botId, id);
      return csvDownload(name, toCsv(results, language));
    },

    async listAudienceChoices(person: Person, botId: string) {
      await bots.require(db, person, botId, "edit");
      return audiences.listChoices(db, botId);
    },

    async count(person: Person, botId: string, audience: BroadcastAudience) {
      await bots.require(db, person, botId, "edit");
      return audiences.countAudience(db, botId, audience, outside.windowsMs());
    },

    async create(person: Person, botId: string, body: BroadcastBody): Promise<BroadcastDetail> {
      const bot = await bots.require(db, person, botId, "edit");
      const { client_id: clientId, name, audience, reader_time: readerTime } = body;
      const scheduledAt = readerTime ? momentForUnknownZone(readerTime).toISOString() : body.scheduled_at;
      const begin = readerTime ? firstMomentInWorld(readerTime) : scheduledAt && new Date(scheduledAt);
      const made = await store.findByClientId(db, botId, clientId);
      if (made) return view(botId, made);
      if (bot.archived_at !== null) throw new AppError("BOT.ARCHIVED");
      const content = await contentToSend(person, botId, body.content);
      await check(bot, body);
      await requireReachableAudience(botId, body, content);
      const create = async (tx: Kysely<DB>) => {
        // This lock makes two calls with the same `client_id` run one after the other.
        await bots.requireIn(tx, person, botId, "edit", true);
        const madeMeanwhile = await store.findByClientId(tx, botId, clientId);
        if (madeMeanwhile) return madeMeanwhile;
        if ((await store.countBroadcasts(tx, botId)) >= maximumBroadcasts)
          throw new AppError("BOT.TOO_MANY_BROADCASTS");
        const newOne = newId();
        const { userId } = person;
        await quota.storeTexts(tx, userId, () =>
          store.insertBroadcast(tx, {
            id: newOne,
            botId,
            clientId,
            name,
            content,
            audience,
            scheduledAt,
            readerTime,
            userId,
          }),
        );
        await sending.send(tx, newOne, 0, begin ? secondsUntil(begin) : 0);
        await recordAudit(tx, person, "bot.broadcast", botId, {
          title: bot.name,
          step: "create",
          broadcast_id: newOne,
        });
        return newOne;
      };
      const id = await inTurn(botId, () => db.transaction().execute(create));
      await notifyBotPeople(botId);
      return view(botId, id);
    },

    /**
     * Returns the texts of broadcasts that have not begun. With an `id`, returns that broadcast in any state.
     * The caller has checked who reads them.
     */
    texts: (executor: Kysely<DB>, botId: string, id: string | null): Promise<store.BroadcastTexts[]> =>
      store.listTexts(executor, botId, id),

    /**
     * Replaces the content of a broadcast that has not begun, for another feature. Throws BOT.BROADCAST_STATE
     * if it has begun. `work` runs under the lock of the broadcast, checks what the person may change, and
     * returns the new content.
     */
    async rewrite(
      person: Person,
      botId: string,
      id: string,
      work: (tx: Kysely<DB>, content: StoredBroadcastContent, bot: Bot) => Promise<StoredBroadcastContent>,
    ): Promise<void> {
      const run = async (tx: Kysely<DB>) => {
        const bot = await bots.requireIn(tx, person, botId, "read");
        const row = await store.lockBroadcast(tx, id);
        if (row?.bot_id !== botId) throw notFound();
        if (row.state !== "SCHEDULED") throw new AppError("BOT.BROADCAST_STATE");
        // The bytes count for the person who wrote the broadcast, because a translator cannot free any of
        // them.
        await store.updateContent(tx, id, await work(tx, row.content, bot));
      };
      await inTurn(botId, () => db.transaction().execute(run));
      await notifyBotPeople(botId);
    },

    async pause(person: Person, botId: string, id: string): Promise<BroadcastDetail> {
      await change(person, { botId, id, step: "pause" }, ["SENDING"], async (tx) => {
        await store.updateState(tx, id, "PAUSED", "PERSON");
        await outside.hold(tx, id);
      });
      return view(botId, id);
    },

    async resume(person: Person, botId: string, id: string): Promise<BroadcastDetail> {
      await change(person, { botId, id, step: "resume" }, ["PAUSED"], async (tx, row) => {
        if (row.is_archived) throw new AppError("BOT.ARCHIVED");
        await sending.send(tx, id, await store.updateState(tx, id, "SENDING"));
        await outside.release(tx, id);
      });
      outside.wake();
      return view(botId, id);
    },

    async cancel(person: Person, botId: string, id: string): Promise<BroadcastDetail> {
      const states = ["SCHEDULED", "SENDING", "PAUSED"] as const;
      await change(person, { botId, id, step: "cancel" }, states, async (tx) => {
        await sending.takeBackWaiting(tx, id, await store.updateState(tx, id, "CANCELLED"));
      });
      outside.wake();
      return view(botId, id);
    },

    async remove(person: Person, botId: string, id: string): Promise<void> {
      await change(person, { botId, id, step: "remove" }, ["DONE", "CANCELLED"], async (tx) => {
        await removal.begin(tx, id);
      });
    },

    /** Stores what a visitor's page reports about broadcasts. */
    async storeVisitorReport(
      botId: string,
      token: string | undefined,
      acts: readonly { number: number; act: BroadcastAct }[],
    ): Promise<void> {
      const isNew = await setReadAndClicked(db, await bots.sessions.require(botId, token), acts);
      if (isNew) reports.notifySoon(botId);
    },

    prune: removal.prune,

    /** Continues broadcasts whose process died. Call it once after the jobs have started. */
    goOn: sending.goOn,
    close: reports.close,

    routes({ route }: Router): void {
      broadcastRoutes(route, this);
    },
  };
}
