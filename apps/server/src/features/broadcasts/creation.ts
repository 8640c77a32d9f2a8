import {
  type BroadcastBody,
  type BroadcastContent,
  maximumBroadcasts,
  type StoredBroadcastContent,
} from "@kakehashi/contract/bot-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import type { KeyedTurn } from "../../kit/turns.ts";
import { recordAudit } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import type { Files } from "../files/service.ts";
import { countAudience } from "./audience-store.ts";
import { firstMomentInWorld, momentForUnknownZone, secondsUntil } from "./reader-times.ts";
import { nobodyFitsText, nobodyReachableText, refuseAudience, refuseNames, refuseTime } from "./refusals.ts";
import { bytesOf, type createSending } from "./sending.ts";
import type { Person } from "./service.ts";
import * as store from "./store.ts";

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly bots: Bots;
  readonly quota: Pick<Files["quota"], "storeTexts">;
  readonly windowsMs: Channels["broadcasts"]["windowsMs"];
  readonly send: ReturnType<typeof createSending>["send"];
  /** Runs the changes of one bot's broadcasts one after the other. */
  readonly inTurn: KeyedTurn;
  notifyBotPeople(botId: string): Promise<void>;
}

/** Returns the function that creates a broadcast. It checks the content, the time and the audience first. */
export function createBroadcastCreation({
  db,
  bots,
  quota,
  windowsMs,
  send,
  inTurn,
  notifyBotPeople,
}: Dependencies) {
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
    const { count, reachable, left_out } = await countAudience(db, botId, body.audience, windowsMs());
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

  /**
   * Creates a broadcast and its first step. Returns its id. For a repeated `client_id` it returns the id of the broadcast
   * that was created first.
   */
  return async function createBroadcast(person: Person, botId: string, body: BroadcastBody): Promise<string> {
    const bot = await bots.require(db, person, botId, "edit");
    const { client_id: clientId, name, audience, reader_time: readerTime } = body;
    const scheduledAt = readerTime ? momentForUnknownZone(readerTime).toISOString() : body.scheduled_at;
    const begin = readerTime ? firstMomentInWorld(readerTime) : scheduledAt && new Date(scheduledAt);
    const made = await store.findByClientId(db, botId, clientId);
    if (made) return made;
    if (bot.archived_at !== null) throw new AppError("BOT.ARCHIVED");
    const content = await contentToSend(person, botId, body.content);
    await check(bot, body);
    await requireReachableAudience(botId, body, content);
    const insert = async (tx: Kysely<DB>) => {
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
      await send(tx, newOne, 0, begin ? secondsUntil(begin) : 0);
      await recordAudit(tx, person, "bot.broadcast", botId, {
        title: bot.name,
        step: "create",
        broadcast_id: newOne,
      });
      return newOne;
    };
    const id = await inTurn(botId, () => db.transaction().execute(insert));
    await notifyBotPeople(botId);
    return id;
  };
}
