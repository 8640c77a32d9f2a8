import { z } from "zod";
import {
  livechatDetailSchema,
  livechatFilters,
  livechatListMetaSchema,
  livechatSchema,
  livechatStateSchema,
} from "./bot-livechat.ts";
import { botDeliverySchema, deliverySchema, maximumShownDeliveries } from "./channel-deliveries.ts";
import { channelPageStates, outsidePlatformSchema } from "./channel-states.ts";
import { flowTextLimits, maximumTagsPerVisitor } from "./flows/limits.ts";
import { tagSchema } from "./flows/texts.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, maximumPageSize, pageQuery } from "./kit/page.ts";

/**
 * The server counts a list of conversations only up to this number. If the total equals this number, there may be more
 * conversations.
 */
export const maximumCountedTalks = 1_000;

/** The fields of a page of an outside platform that the header of a chat shows. */
export const channelPageSummarySchema = z.object({
  id: idSchema,
  platform: outsidePlatformSchema,
  name: z.string().max(200),
  state: z.enum(channelPageStates),
});

/** Maximum persons that are linked as the same human. Each of them writes to another page of the bot. */
export const maximumLinkedPeople = 10;

/**
 * A person on one page of a bot. The person is linked with persons on other pages as the same human, or is suggested
 * for such a link.
 */
export const outsideIdentitySchema = z
  .object({
    /** The conversation with the person on the outside platform. */
    conversation_id: idSchema,
    visitor_id: idSchema,
    /** The person's name on this page. If persons are linked, the chat may show another name that they share. */
    name: z.string().max(200),
    avatar: z.string().max(500).nullable(),
    page: channelPageSummarySchema,
    state: livechatStateSchema,
    is_blocked: z.boolean(),
    last_message: livechatSchema.shape.last_message,
    changed_at: z.iso.datetime(),
  })
  .meta({ id: "OutsideIdentity" });
export type OutsideIdentity = z.infer<typeof outsideIdentitySchema>;

/**
 * Until when the platform allows messages to the person. A field is null if the platform allows no such messages now.
 */
const messagingWindow = z
  .object({
    /** Until when the platform allows bots and people to send messages to the person. */
    all_until: z.iso.datetime().nullable(),
    /**
     * Until when the platform allows people (not bots) to send messages to the person. On some platforms this is later
     * than for bots.
     */
    people_until: z.iso.datetime().nullable(),
  })
  .meta({ id: "OutsideWindow" });
export type MessagingWindow = z.infer<typeof messagingWindow>;

const outsideFields = {
  bot: z.object({ id: idSchema, name: z.string().max(200) }),
  page: channelPageSummarySchema,
  /** The URL of the copy of the person's picture on this site. Null: the person has no picture. */
  avatar: z.string().max(500).nullable(),
  tags: z.array(z.string().max(flowTextLimits.tag)).max(maximumTagsPerVisitor),
  /**
   * The number of messages that the reader has not read. If the reader was never in the conversation: the number of
   * messages that the person sent since the talk began to wait, at most 100. It is 0 if the talk does not wait.
   */
  unread_count: z.number().int(),
  window: messagingWindow,
  /**
   * Whether somebody who works on the bot has blocked the person. The server drops the messages of a blocked person.
   */
  is_blocked: z.boolean(),
};

/** A conversation with a person on an outside platform, in a list. */
export const outsideTalkSchema = livechatSchema.extend(outsideFields).meta({ id: "OutsideTalk" });
export type OutsideTalk = z.infer<typeof outsideTalkSchema>;

export const outsideTalkDetailSchema = livechatDetailSchema
  .extend({
    ...outsideFields,
    /** The other persons that are linked with this one as the same human. */
    linked: z.array(outsideIdentitySchema).max(maximumLinkedPeople - 1),
    /** The deliveries of messages that agents wrote, oldest first. */
    deliveries: createCutListSchema(deliverySchema, maximumShownDeliveries),
    /**
     * The deliveries of the bot's messages that have failed or wait for another attempt. All other messages of the bot
     * were sent.
     */
    said: z.array(botDeliverySchema).max(maximumShownDeliveries),
  })
  .meta({ id: "OutsideTalkDetail" });
export type OutsideTalkDetail = z.infer<typeof outsideTalkDetailSchema>;

const talkParams = z.strictObject({ id: idSchema });

export const listOutsideTalks = endpoint({
  method: "GET",
  path: "/schat",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Lists the conversations with people on outside platforms, of all bots that the caller works on. Waiting conversations are sorted by waiting time, longest first; those on disconnected pages come after all others. Other lists are sorted by their last change, newest first. Conversations are counted up to 1,000. For a name that more than 1,000 people have, and for unread closed conversations, only the first 1,500 of the list are searched; `is_cut` tells whether there were more.",
  query: pageQuery.extend({
    state: z.enum(livechatFilters).default("all"),
    platform: outsidePlatformSchema.optional(),
    page_id: idSchema.optional(),
    agent_id: idSchema.optional(),
    tag: tagSchema.optional(),
    unread: z.stringbool().default(false),
    /** The part of a name to search for among persons on outside platforms. */
    search: z.string().max(100).optional(),
  }),
  data: z.array(outsideTalkSchema).max(maximumPageSize),
  meta: livechatListMetaSchema.extend({ is_cut: z.boolean() }).meta({ id: "OutsideTalksMeta" }),
});

export const getOutsideTalk = endpoint({
  method: "GET",
  path: "/schat/:id",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Returns a conversation with somebody on an outside platform: its newest messages, what the bot knows of the person, until when they may be written to, and what happened to our newest messages. To claim, release, close or snooze the conversation, use the calls of the bot's inbox.",
  params: talkParams,
  data: outsideTalkDetailSchema,
});

export const downloadFileForPlatform = endpoint({
  method: "GET",
  path: "/schat/:id/files/:file_id",
  guard: "anyone",
  limit: limits.public,
  answerFormats: ["bytes"],
  summary:
    "Returns a file that was sent to somebody on an outside platform. The platform fetches the file from this address, which is signed and ends after a day.",
  params: z.strictObject({ id: idSchema, file_id: idSchema }),
  query: z.strictObject({
    /** When the signed URL of the file expires, in seconds since 1970. */
    until: z.coerce.number().int().min(0).max(99_999_999_999),
    signature: z.string().max(100),
  }),
  data: z.unknown(),
});

export const downloadFileFromOutside = endpoint({
  method: "GET",
  path: "/schat/files/:id",
  guard: "anyone",
  limit: limits.public,
  answerFormats: ["bytes"],
  summary:
    "Returns a file that somebody on an outside platform sent. A bot's story has the signed address in its variable. The address works as long as the file exists.",
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ signature: z.string().max(100) }),
  data: z.unknown(),
});

export const setOutsidePersonBlocked = endpoint({
  method: "POST",
  path: "/schat/:id/block",
  guard: "active",
  limit: limits.form,
  summary:
    "Blocks a person: accepts no more messages from them and sends them none. Also ends the block. For the agent and for owners.",
  params: talkParams,
  body: z.strictObject({ is_blocked: z.boolean() }).meta({ id: "OutsideBlockBody" }),
  data: onlyIdSchema,
});

/** Maximum tags that are suggested while somebody types a tag. */
export const maximumOfferedTags = 20;

export const suggestTagsForOutsidePerson = endpoint({
  method: "GET",
  path: "/schat/:id/tags",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the tags of the people of this person's bot, the tags of most people first. With `search`, lists only the tags that contain it.",
  params: talkParams,
  query: z.strictObject({ search: z.string().max(flowTextLimits.tag).optional() }),
  data: z.array(z.string().max(flowTextLimits.tag)).max(maximumOfferedTags),
});

export const listAllOutsideTags = endpoint({
  method: "GET",
  path: "/schat/tags",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the tags of the people of all bots that the caller works on, the tags of most people first. With `search`, lists only the tags that contain it.",
  query: z.strictObject({ search: z.string().max(flowTextLimits.tag).optional() }),
  data: z.array(z.string().max(flowTextLimits.tag)).max(maximumOfferedTags),
});

export const setOutsidePersonTags = endpoint({
  method: "POST",
  path: "/schat/:id/tags",
  guard: "active",
  limit: limits.form,
  summary: "Replaces the tags of the person. Stories of the bot read the same tags.",
  params: talkParams,
  body: z
    .strictObject({ tags: z.array(tagSchema).max(maximumTagsPerVisitor) })
    .meta({ id: "OutsideTagsBody" }),
  data: onlyIdSchema,
});
