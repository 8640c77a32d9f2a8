import { z } from "zod";
import { livechat, livechatDetail, livechatFilters, livechatMeta, livechatState } from "./bot-livechat.ts";
import { channelError, channelPageStates, deliveryStates, outsidePlatformSchema } from "./channel-states.ts";
import { maximumTags, textLimits } from "./flows/limits.ts";
import { tagSchema } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyId } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { cutList, maximumPageSize, pageQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { maximumMessageLength } from "./messages.ts";

/** Conversations are counted up to this number. A total of this number may stand for more. */
export const countedTalks = 1_000;

/** The newest messages of ours whose deliveries a reader sees. If they have long texts, fewer. */
export const shownDeliveries = 100;

/** A page as it stands beside a chat. */
export const shownPage = z.object({
  id: idSchema,
  platform: outsidePlatformSchema,
  name: z.string().max(200),
  state: z.enum(channelPageStates),
});

/** The most people on pages of one bot that can be linked as the same human. */
export const maximumLinked = 10;

/** One of the persons, on different pages of a bot, who are linked or may be linked as the same human. */
export const outsideIdentity = z
  .object({
    /** The conversation with them. */
    conversation_id: idSchema,
    visitor_id: idSchema,
    /** Among people who are linked, the name that each has by themselves. */
    name: z.string().max(200),
    avatar: z.string().max(500).nullable(),
    page: shownPage,
    state: livechatState,
    is_blocked: z.boolean(),
    last_message: livechat.shape.last_message,
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "OutsideIdentity" });
export type OutsideIdentity = z.infer<typeof outsideIdentity>;

/** Until when the person may be written to. Null: not any more. */
const talkWindow = z
  .object({
    /** Bots and people. */
    all_until: z.iso.datetime().nullable(),
    /** People alone, for longer on some platforms. */
    people_until: z.iso.datetime().nullable(),
  })
  .meta({ id: "OutsideWindow" });
export type OutsideWindow = z.infer<typeof talkWindow>;

const outsideFields = {
  bot: z.object({ id: idSchema, name: z.string().max(200) }),
  page: shownPage,
  /** The person's picture, as an address of this installation. Null if there is none. */
  avatar: z.string().max(500).nullable(),
  tags: z.array(z.string().max(textLimits.tag)).max(maximumTags),
  /**
   * How many messages the reader has not read. For readers who were never in the conversation: what the person has written
   * since it began to wait, counted up to 100.
   */
  unread_count: z.number().int(),
  window: talkWindow,
  /** Whether people of ours have blocked the person. What they write is then not taken. */
  is_blocked: z.boolean(),
};

/** A conversation with somebody on an outside platform, in a list. */
export const outsideTalk = livechat.extend(outsideFields).meta({ id: "OutsideTalk" });
export type OutsideTalk = z.infer<typeof outsideTalk>;

/** What has become of one message of ours. */
export const delivery = z
  .object({
    message_id: idSchema,
    state: z.enum(deliveryStates),
    /** What was sent, in the person's language. Null while it waits for its translation, and for a bot's message. */
    content: z.string().max(maximumMessageLength).nullable(),
    language: languageSchema.nullable(),
    error: channelError.nullable(),
    /** Whether "try again" may help. While the person may not be written to, it does not. */
    can_retry: z.boolean(),
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "OutsideDelivery" });
export type Delivery = z.infer<typeof delivery>;

/** What has become of one message of a bot. The platform got what the message says. */
export const saidDelivery = delivery
  .extend({ content: z.null(), language: z.null() })
  .meta({ id: "OutsideSaidDelivery" });
export type SaidDelivery = z.infer<typeof saidDelivery>;

export const outsideTalkDetail = livechatDetail
  .extend({
    ...outsideFields,
    /** The other people who are the same human, as people of ours have said. */
    linked: z.array(outsideIdentity).max(maximumLinked - 1),
    /** The messages of people, oldest first. */
    deliveries: cutList(delivery, shownDeliveries),
    /** The bot's messages that have failed, or that wait to be sent again. What is not here was sent. */
    said: z.array(saidDelivery).max(shownDeliveries),
  })
  .meta({ id: "OutsideTalkDetail" });
export type OutsideTalkDetail = z.infer<typeof outsideTalkDetail>;

const talkParams = z.strictObject({ id: idSchema });
const messageParams = z.strictObject({ id: idSchema, message_id: idSchema });

export const listOutsideTalks = endpoint({
  method: "GET",
  path: "/schat",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "The conversations with people on outside platforms, of all bots that the reader works on. Waiting ones are sorted by waiting time, longest first, those on disconnected pages after all others. Other lists are sorted by their last change, newest first. They are counted up to 1,000. For a name that more than 1,000 people have, and for unread closed ones, only the first 1,500 of the list are looked through; `is_cut` says if there were more.",
  query: pageQuery.extend({
    state: z.enum(livechatFilters).default("all"),
    platform: outsidePlatformSchema.optional(),
    page_id: idSchema.optional(),
    agent_id: idSchema.optional(),
    tag: tagSchema.optional(),
    unread: z.stringbool().default(false),
    /** A part of the person's name. */
    search: z.string().max(100).optional(),
  }),
  data: z.array(outsideTalk).max(maximumPageSize),
  meta: livechatMeta.extend({ is_cut: z.boolean() }).meta({ id: "OutsideTalksMeta" }),
});

export const getOutsideTalk = endpoint({
  method: "GET",
  path: "/schat/:id",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "A conversation with somebody on an outside platform: its newest messages, what the bot knows of the person, until when they may be written to, and what has become of our newest messages. Its steps (claim, release, close, snooze) are those of the bot's inbox.",
  params: talkParams,
  data: outsideTalkDetail,
});

export const retryDelivery = endpoint({
  method: "POST",
  path: "/schat/:id/deliveries/:message_id/retry",
  guard: "active",
  limit: limits.form,
  summary:
    "Sends a failed message of people or of a bot again. For its author and for whoever may answer. CHANNEL.NOT_FAILED if it has not failed, or if a broadcast says it.",
  params: messageParams,
  data: delivery,
});

export const sendUntranslated = endpoint({
  method: "POST",
  path: "/schat/:id/deliveries/:message_id/send",
  guard: "active",
  limit: limits.form,
  summary:
    "Sends a message as it was written, without waiting for its translation. For its author and for whoever may answer. CHANNEL.NOT_WAITING if it does not wait.",
  params: messageParams,
  data: delivery,
});

export const takeBackDelivery = endpoint({
  method: "POST",
  path: "/schat/:id/deliveries/:message_id/take-back",
  guard: "active",
  limit: limits.form,
  summary:
    "Deletes a message that waits for its translation or to be sent, so that the person never gets it. For its author and for whoever may answer. CHANNEL.NOT_WAITING if it does not wait. Deleting it again changes nothing.",
  params: messageParams,
  data: onlyId,
});

export const downloadOutsideFile = endpoint({
  method: "GET",
  path: "/schat/:id/files/:file_id",
  guard: "anyone",
  limit: limits.public,
  answers: ["bytes"],
  summary:
    "A file that was sent to somebody on an outside platform, for the platform, which fetches it. The address is signed and ends after a day.",
  params: z.strictObject({ id: idSchema, file_id: idSchema }),
  query: z.strictObject({
    /** When the address ends, in seconds since 1970. */
    until: z.coerce.number().int().min(0).max(99_999_999_999),
    signature: z.string().max(100),
  }),
  data: z.unknown(),
});

export const downloadSentFile = endpoint({
  method: "GET",
  path: "/schat/files/:id",
  guard: "anyone",
  limit: limits.public,
  answers: ["bytes"],
  summary:
    "A file that somebody on an outside platform sent. A bot's story has the signed address in its variable. It lasts as long as the file.",
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ signature: z.string().max(100) }),
  data: z.unknown(),
});

export const blockOutsidePerson = endpoint({
  method: "POST",
  path: "/schat/:id/block",
  guard: "active",
  limit: limits.form,
  summary:
    "Takes no more messages from this person and sends them none, or ends that. For the agent and for owners.",
  params: talkParams,
  body: z.strictObject({ is_blocked: z.boolean() }).meta({ id: "OutsideBlockBody" }),
  data: onlyId,
});

/** The most tags that are offered while somebody types one. */
export const maximumOfferedTags = 20;

export const listOutsideTags = endpoint({
  method: "GET",
  path: "/schat/:id/tags",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "The tags of the people of this person's bot, those of most people first. With `search`, those that contain it.",
  params: talkParams,
  query: z.strictObject({ search: z.string().max(textLimits.tag).optional() }),
  data: z.array(z.string().max(textLimits.tag)).max(maximumOfferedTags),
});

export const listAllOutsideTags = endpoint({
  method: "GET",
  path: "/schat/tags",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "The same over all bots that the reader works on.",
  query: z.strictObject({ search: z.string().max(textLimits.tag).optional() }),
  data: z.array(z.string().max(textLimits.tag)).max(maximumOfferedTags),
});

export const tagOutsidePerson = endpoint({
  method: "POST",
  path: "/schat/:id/tags",
  guard: "active",
  limit: limits.form,
  summary: "Replaces the tags of the person. Stories read the same tags.",
  params: talkParams,
  body: z.strictObject({ tags: z.array(tagSchema).max(maximumTags) }).meta({ id: "OutsideTagsBody" }),
  data: onlyId,
});
