import { findInvalidTimeField } from "@kakehashi/contract/bot-broadcast-times";
import type {
  BroadcastChangeRequest,
  BroadcastContent,
  BroadcastDetail,
  StoredBroadcastContent,
} from "@kakehashi/contract/bot-broadcasts";
import type { Bot } from "@kakehashi/contract/bots";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Bots } from "../bots/service.ts";
import type { Channels } from "../channels/service.ts";
import { countAudience } from "./audience-store.ts";
import type { BroadcastActor } from "./dependencies.ts";
import {
  computeEarliestTimeWorldwide,
  computeTimeForUnknownZone,
  countSecondsUntil,
} from "./reader-times.ts";
import {
  findAudienceErrors,
  findVariableErrors,
  nobodyMatchesText,
  nobodyReachableText,
} from "./refusals.ts";
import { computeMessageBytes } from "./sending.ts";
import type { BroadcastSettings } from "./store.ts";

interface BroadcastPlanningDependencies {
  readonly db: Kysely<DB>;
  readonly bots: Bots;
  readonly replyWindowMsByPlatform: Channels["broadcasts"]["replyWindowMsByPlatform"];
}

/** The fields that a new broadcast and a changed broadcast have in common. */
type BroadcastPlanBody = Pick<
  BroadcastChangeRequest,
  "name" | "audience" | "scheduled_at" | "reader_time" | "content"
>;

/** The plan of a broadcast after all checks, and the seconds until its first step. */
export interface CheckedBroadcastSettings {
  readonly settings: BroadcastSettings;
  readonly secondsUntilStart: number;
}

/** Returns the function that checks a request body and turns it into the plan to store. */
export function createBroadcastSettingsChecker({
  db,
  bots,
  replyWindowMsByPlatform,
}: BroadcastPlanningDependencies) {
  /** Returns the content to store: a text stays as it is, and an article is copied. */
  async function createStoredContent(
    person: BroadcastActor,
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

  /** Checks the time, audience and text of a broadcast. Throws an error that names the wrong fields. */
  async function checkPlanBody(bot: Bot, body: BroadcastPlanBody): Promise<void> {
    const { audience, content } = body;
    const refusedTimeField = findInvalidTimeField(body);
    const fields = {
      ...(refusedTimeField && { [refusedTimeField]: "soon" as const }),
      ...(await findAudienceErrors(db, bot.id, audience)),
      ...(content.kind === "text" && (await findVariableErrors(db, bot.id, content.text))),
    };
    if (Object.keys(fields).length > 0) throw new AppError("ERR.INPUT", { fields });
  }

  async function requireReachableAudience(
    botId: string,
    { audience, scheduledAt, content }: BroadcastSettings,
  ) {
    const { count, reachable, left_out } = await countAudience(
      db,
      botId,
      audience,
      replyWindowMsByPlatform(),
    );
    // Refuse a broadcast that reaches nobody now, unless it may reach somebody later. If the broadcast is scheduled,
    // new visitors may come until then. If a visitor is talking to a person, this talk may end soon.
    const canAudienceGrow = scheduledAt !== null || left_out.some(({ reason }) => reason === "TALKING");
    if (reachable === 0 && !canAudienceGrow)
      throw new AppError("ERR.INPUT", {
        fields: { audience: count === 0 ? nobodyMatchesText : nobodyReachableText },
      });
    const creatorId = await bots.creatorOf(botId);
    if (computeMessageBytes(content, count) > (await bots.sessions.roomLeft(creatorId)))
      throw new AppError("BOT.BROADCAST_ROOM");
  }

  /** `broadcastBefore` is the broadcast that this body changes. It is null for a new broadcast. */
  return async function planBroadcast(
    person: BroadcastActor,
    bot: Bot,
    body: BroadcastPlanBody,
    broadcastBefore: Pick<BroadcastDetail, "content"> | null,
  ): Promise<CheckedBroadcastSettings> {
    if (bot.archived_at !== null) throw new AppError("BOT.ARCHIVED");
    const { name, audience, reader_time: readerTime } = body;
    const content =
      body.content.kind === "kept"
        ? broadcastBefore?.content
        : await createStoredContent(person, bot.id, body.content);
    if (!content) throw new AppError("ERR.INPUT", { fields: { "content.kind": "choice" } });
    await checkPlanBody(bot, body);
    const scheduledAt = readerTime ? computeTimeForUnknownZone(readerTime).toISOString() : body.scheduled_at;
    const startTime = readerTime
      ? computeEarliestTimeWorldwide(readerTime)
      : scheduledAt && new Date(scheduledAt);
    const plan = { name, content, audience, scheduledAt, readerTime };
    await requireReachableAudience(bot.id, plan);
    return { settings: plan, secondsUntilStart: startTime ? countSecondsUntil(startTime) : 0 };
  };
}
