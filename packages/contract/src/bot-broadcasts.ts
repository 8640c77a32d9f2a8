import { z } from "zod";
import { audience, audienceBody } from "./bot-broadcast-audience.ts";
import { changedContent, content, storedContent } from "./bot-broadcast-content.ts";
import { foreseenReasons, skipReasons } from "./bot-broadcast-reasons.ts";
import { broadcastResult, broadcastState, pauseReason } from "./bot-broadcast-states.ts";
import { maximumScheduleDays } from "./bot-broadcast-times.ts";
import { maximumChannelPages } from "./channel-pages.ts";
import { shownPage } from "./channels.ts";
import { platformSchema, platforms, textLimits } from "./flows/limits.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyId } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { localTimeSchema, momentSchema } from "./kit/moments.ts";
import { maximumPageSize, pageMeta, pageQuery } from "./kit/page.ts";
import { languages } from "./languages.ts";
import { nameSchema } from "./names.ts";
import { timeZoneSchema } from "./user-settings.ts";
import { userSummary } from "./users.ts";

export type { BroadcastAudience } from "./bot-broadcast-audience.ts";
export type {
  BroadcastContent,
  ChangedBroadcastContent,
  StoredBroadcastContent,
} from "./bot-broadcast-content.ts";
export type { BroadcastResult, BroadcastState, PauseReason, SkipReason } from "./bot-broadcast-states.ts";

/** The most broadcasts that one bot can have. */
export const maximumBroadcasts = 100;
/** The most tags, and the most variables, that the form offers. */
export const maximumOfferedChoices = 200;

/** Each visitor gets it when their own clock shows `at`. */
const readerTime = z
  .strictObject({
    at: localTimeSchema,
    /** For visitors whose own time zone is not known. */
    time_zone: timeZoneSchema,
  })
  .meta({ id: "BotBroadcastReaderTime" });
export type BroadcastReaderTime = z.infer<typeof readerTime>;

const count = z.number().int().min(0);
/** How many recipients got nothing for this reason. */
const unreachedReason = z
  .object({ reason: z.enum(skipReasons), count })
  .meta({ id: "BotBroadcastUnreachedReason" });
export type UnreachedReason = z.infer<typeof unreachedReason>;
const broadcastFields = {
  id: idSchema,
  /** The broadcast's name, which only the people who work on the bot see. */
  name: z.string().max(200),
  state: broadcastState,
  pause_reason: pauseReason.nullable(),
  /** Null means at once. With a `reader_time`, it is that time in its time zone. */
  scheduled_at: z.iso.datetime().nullable(),
  /** The time on each visitor's own clock. Null if all visitors get it at the same time. */
  reader_time: readerTime.nullable(),
  /** While it is being sent: when visitors of the next time zone get it. Null if nobody has to wait for their time. */
  next_at: z.iso.datetime().nullable(),
  created_by: userSummary,
  created_at: z.iso.datetime(),
  /** When the recipients were stored. Later visitors do not get the broadcast. */
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** The number of recipients. 0 until they are stored. */
  planned_count: count,
  sent_count: count,
  skipped_count: count,
  /**
   * Why nobody got it, the most frequent reason first. Empty if nobody fitted when it began. Null if somebody got it, or
   * it is not done.
   */
  unreached: z.array(unreachedReason).max(skipReasons.length).nullable(),
};
export const broadcast = z.object(broadcastFields).meta({ id: "BotBroadcast" });
export type Broadcast = z.infer<typeof broadcast>;

export const broadcastDetail = z
  .object({
    ...broadcastFields,
    content: storedContent,
    audience,
    /** The name of the audience's page. Null if it has none, or the page was deleted. */
    page_name: z.string().max(200).nullable(),
    /** Grows with each change by an editor or a translator. */
    revision: z.number().int(),
    /** Who has made the last change. At first, who created it. */
    edited_by: userSummary,
    results: z.array(broadcastResult).max(platforms.length * languages.length),
  })
  .meta({ id: "BotBroadcastDetail" });
export type BroadcastDetail = z.infer<typeof broadcastDetail>;

const botParams = z.strictObject({ id: idSchema });
const broadcastParams = z.strictObject({ id: idSchema, bid: idSchema });

export const listBroadcasts = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "The broadcasts of a bot, the newest first. For everybody who works on the bot.",
  params: botParams,
  query: pageQuery,
  data: z.array(broadcast).max(maximumPageSize),
  meta: pageMeta,
});

export const getBroadcast = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts/:bid",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "A broadcast with what it says, to whom, and its results. For everybody who works on the bot.",
  params: broadcastParams,
  data: broadcastDetail,
});

export const getBroadcastName = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts/:bid/name",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "The name of a broadcast, for the messages in chats that it has sent. For everybody who works on the bot.",
  params: broadcastParams,
  data: z.object({ id: idSchema, name: broadcast.shape.name }).meta({ id: "BotBroadcastName" }),
});

export const downloadBroadcast = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts/:bid/csv",
  guard: "signed-in",
  limit: limits.mail,
  answers: ["bytes"],
  summary: "The results of a broadcast by platform and language, as a table for a spreadsheet.",
  params: broadcastParams,
  data: z.object({}),
});

export const getBroadcastChoices = endpoint({
  method: "GET",
  path: "/bots/:id/broadcasts/choices",
  guard: "signed-in",
  limit: limits.form,
  summary: `The pages that are joined to the bot; the tags and the variables that visitors have, each at most ${maximumOfferedChoices}, sorted by name. Read from the sessions that were used last.`,
  params: botParams,
  data: z
    .object({
      pages: z.array(shownPage).max(maximumChannelPages),
      tags: z.array(z.string().max(textLimits.tag)).max(maximumOfferedChoices),
      variables: z.array(z.string().max(50)).max(maximumOfferedChoices),
    })
    .meta({ id: "BotBroadcastChoices" }),
});

export const countAudience = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts/count",
  guard: "active",
  limit: limits.lookup,
  summary:
    "How many visitors a broadcast is for, and how many of them it would reach now. `left_out`: why the others would get nothing. Stores and sends nothing. For owners and editors.",
  params: botParams,
  body: z.strictObject({ audience: audienceBody }).meta({ id: "BotBroadcastCountBody" }),
  data: z
    .object({
      count,
      reachable: count,
      left_out: z
        .array(z.object({ platform: platformSchema, reason: z.enum(foreseenReasons), count }))
        .max(platforms.length * foreseenReasons.length),
    })
    .meta({ id: "BotBroadcastCount" }),
});

const bodyFields = {
  name: nameSchema,
  audience: audienceBody,
  scheduled_at: momentSchema.nullable().default(null),
  /** Instead of `scheduled_at`. Visitors whose clock is past this time when it begins get it at once. */
  reader_time: readerTime.nullable().default(null),
};
const hasOneTime = ({ scheduled_at, reader_time }: { scheduled_at: unknown; reader_time: unknown }) =>
  scheduled_at === null || reader_time === null;
const timeError = { error: "choice", path: ["reader_time"] };

export const broadcastBody = z
  .strictObject({
    /** Makes a repeated call safe. The answer to a second call with this id is the broadcast of the first one. */
    client_id: z.uuid().toLowerCase(),
    content,
    ...bodyFields,
  })
  .refine(hasOneTime, timeError)
  .meta({ id: "BotBroadcastBody" });
export type BroadcastBody = z.output<typeof broadcastBody>;

export const changedBroadcastBody = z
  .strictObject({
    /** The revision that the caller has read. */
    revision: z.number().int().min(1),
    content: changedContent,
    ...bodyFields,
  })
  .refine(hasOneTime, timeError)
  .meta({ id: "BotBroadcastChangedBody" });
export type ChangedBroadcastBody = z.output<typeof changedBroadcastBody>;

export const createBroadcast = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts",
  guard: "active",
  limit: limits.form,
  summary: `Sends a text or an article to many visitors on the web and on platforms, now, or within ${maximumScheduleDays} days at a time that is the same for all or that each visitor's own clock shows. Who gets it is fixed when it begins. For owners and editors. A bot keeps at most ${maximumBroadcasts}.`,
  params: botParams,
  body: broadcastBody,
  data: broadcastDetail,
});

export const changeBroadcast = endpoint({
  method: "PATCH",
  path: "/bots/:id/broadcasts/:bid",
  guard: "active",
  limit: limits.form,
  summary:
    "Changes a scheduled broadcast: what it says, to whom and when. Without a time it begins now. BOT.BROADCAST_BEGUN if it has begun or was stopped; BOT.EDITED if somebody has saved a later revision. Then nothing is saved. For owners and editors.",
  params: broadcastParams,
  body: changedBroadcastBody,
  data: broadcastDetail,
});

export const pauseBroadcast = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts/:bid/pause",
  guard: "active",
  limit: limits.form,
  summary: "Stops a broadcast that is being sent. For owners and editors.",
  params: broadcastParams,
  data: broadcastDetail,
});

export const resumeBroadcast = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts/:bid/resume",
  guard: "active",
  limit: limits.form,
  summary: "Goes on with a paused broadcast. For owners and editors.",
  params: broadcastParams,
  data: broadcastDetail,
});

export const cancelBroadcast = endpoint({
  method: "POST",
  path: "/bots/:id/broadcasts/:bid/cancel",
  guard: "active",
  limit: limits.form,
  summary:
    "Ends a broadcast that is not done: who has it keeps it, nobody else gets it. For owners and editors.",
  params: broadcastParams,
  data: broadcastDetail,
});

export const removeBroadcast = endpoint({
  method: "DELETE",
  path: "/bots/:id/broadcasts/:bid",
  guard: "active",
  limit: limits.form,
  summary:
    "Deletes a broadcast that is done or cancelled, with its results. Its messages stay with the visitors. For owners and editors.",
  params: broadcastParams,
  data: onlyId,
});
