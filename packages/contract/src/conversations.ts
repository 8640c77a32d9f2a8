import { z } from "zod";
import { conversationKindSchema } from "./conversation-kinds.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { lastMessageExcerptUnits, lastTranslationExcerptUnits } from "./last-message.ts";
import { messageSchema } from "./messages.ts";
import { nameSchema } from "./names.ts";
import { roomNoticeSchema } from "./notices.ts";
import { maximumTranslationsPerMessage, messageTranslationSchema } from "./translation-states.ts";
import { conversationPartnerSchema } from "./users.ts";

/** A member's role in a GROUP. The creator of the group is its owner. */
export const roomRoles = ["OWNER", "MEMBER"] as const;
export const roomRoleSchema = z.enum(roomRoles).meta({ id: "RoomRole" });
export type RoomRole = z.infer<typeof roomRoleSchema>;

/**
 * The values of the query parameter `type`, which filters the list of conversations. `ALL_TEAM_PROJECT` selects the
 * team conversations of all projects, but not their client and support conversations. `PIN` selects the pinned
 * conversations.
 */
export const conversationTypeFilters = [
  "ALL",
  "ALL_TEAM_PROJECT",
  "CLIENT",
  "SUPPORT",
  "DIRECT",
  "GROUP",
  "MY_CHAT",
  "PIN",
] as const;
export const conversationTypeFilterSchema = z.enum(conversationTypeFilters).meta({ id: "ConversationType" });
export type ConversationTypeFilter = z.infer<typeof conversationTypeFilterSchema>;

/** The request body that pins or unpins a conversation or a message. Without `pinned`, the request toggles the pin. */
export const pinBodySchema = z.strictObject({ pinned: z.boolean().optional() }).meta({ id: "PinChoice" });

/** Maximum people in a request that creates a group or adds people to one. */
export const maximumNewGroupMembers = 200;

/** Maximum rooms with other people that one person may create per hour. */
export const newRoomsPerPersonAndHour = 60;
/** Maximum rooms with the same other person that one person may create per hour. */
export const newRoomsPerPairAndHour = 10;
/**
 * Maximum strangers that one person may add to rooms per hour: as many as the largest group has. A stranger is somebody
 * who shares no room with the person yet.
 */
export const strangersAddedPerHour = 200;

/** A room's last message, shortened for lists of rooms. */
export const lastMessageSchema = messageSchema
  .omit({ previews: true, reactions: true })
  .extend({
    content: z.string().max(lastMessageExcerptUnits),
    /**
     * A short form of the message's parts besides words and files. It only tells whether there is a location
     * (`location`) or another such part.
     */
    outside: z.object({ location: z.object({}).optional() }).optional(),
    translations: z
      .array(messageTranslationSchema.extend({ content: z.string().max(lastTranslationExcerptUnits) }))
      .max(maximumTranslationsPerMessage)
      .optional(),
  })
  .meta({ id: "LastMessage" });

/**
 * A conversation as one reader sees it.
 *
 * - `seq` counts the changes of the conversation.
 * - `last_number` is the number of its last message. The reader has read up to `read_number`.
 * - `unread_count` counts the messages after `read_number` that others wrote and that are not deleted.
 *   `count_unread_messages` is the same number, because the specification contains both names.
 * - `role`, `pinned`, `muted` and `notify_about` belong to the reader.
 */
export const conversationSchema = z
  .object({
    id: idSchema,
    kind: conversationKindSchema,
    name: z.string().max(200).nullable(),
    /** The other person of a DIRECT conversation. Null in conversations of other kinds. */
    partner: conversationPartnerSchema.nullable(),
    member_count: z.number().int(),
    role: roomRoleSchema,
    pinned: z.boolean(),
    /** Whether the reader has muted the conversation. Then only mentions by name notify the reader. */
    muted: z.boolean(),
    /** Which messages of the conversation notify the reader. Null: the reader's general settings decide. */
    notify_about: roomNoticeSchema.nullable(),
    seq: z.number().int(),
    last_number: z.number().int(),
    read_number: z.number().int(),
    unread_count: z.number().int().min(0),
    count_unread_messages: z.number().int().min(0),
    /** The number of unread messages that mention the reader. `@all` counts as a mention unless the room is muted. */
    mention_count: z.number().int().min(0),
    /** The newest message of the conversation, with its text cut at `lastMessageExcerptUnits`. */
    last_message: lastMessageSchema.nullable(),
    last_message_at: z.iso.datetime(),
    created_by: idSchema.nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof conversationSchema>;

/**
 * Whether a conversation is in this person's list of conversations. Until somebody writes in a new group or direct
 * conversation, only its creator has it in the list.
 */
export function isInConversationList(
  { kind, last_number, created_by }: Pick<Conversation, "kind" | "last_number" | "created_by">,
  userId: string,
): boolean {
  return last_number > 0 || created_by === userId || (kind !== "DIRECT" && kind !== "GROUP");
}

/**
 * In a room with at most this many members, the server sends each member's read position to all members at once. In a
 * larger room a client must request who has read a message.
 */
export const maximumMembersForLiveReadMarks = 30;

const idParams = z.strictObject({ id: idSchema });

export const createConversation = endpoint({
  method: "POST",
  path: "/conversations",
  guard: "active",
  limit: limits.form,
  summary:
    "Starts a conversation. If the DIRECT conversation or MY_CHAT exists already, returns it unchanged. The number of new conversations that a person may start in an hour is limited, and so is the number of people they do not know in these: ERR.TOO_MANY.",
  body: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("DIRECT"), user_ids: z.array(idSchema).length(1) }),
    z.strictObject({ kind: z.literal("MY_CHAT") }),
    z.strictObject({
      kind: z.literal("GROUP"),
      user_ids: z.array(idSchema).min(1).max(maximumNewGroupMembers),
      name: nameSchema,
    }),
  ]),
  data: conversationSchema,
});

/**
 * Maximum ids in `left`, the conversations that the caller has left. If there are more, the response contains those
 * that were left last.
 */
export const maximumLeftConversationIds = 10_000;

export const listConversations = endpoint({
  method: "GET",
  path: "/conversations",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "Lists the caller's conversations, the one with the newest message first.",
  query: pageQuery.extend({
    /** Limits the list to conversations that changed after this time. A client uses this after it reconnects. */
    changed_since: momentSchema.optional(),
    type: conversationTypeFilterSchema.default("ALL"),
  }),
  data: z.array(conversationSchema).max(maximumPageSize),
  /** Conversations that the caller has left after `changed_since`. */
  meta: pageMetaSchema.extend({ left: z.array(idSchema).max(maximumLeftConversationIds).optional() }),
});

export const getConversation = endpoint({
  method: "GET",
  path: "/conversations/:id",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns one conversation.",
  params: idParams,
  data: conversationSchema,
});

export const countUnreadConversations = endpoint({
  method: "GET",
  path: "/conversations/count_unread",
  guard: "signed-in",
  limit: limits.read,
  summary:
    "Counts the caller's conversations with unread messages. `count_attention` counts those of them that are not muted or that mention the caller. `count_client`, `count_support` and `count_pin` count the conversations of that type among `count_attention`.",
  data: z.object({
    count_unread: z.number().int(),
    count_attention: z.number().int(),
    count_client: z.number().int(),
    count_support: z.number().int(),
    count_pin: z.number().int(),
  }),
});

/** "Is typing" disappears after this many milliseconds, unless the writer's client sends it again. */
export const typingDurationMs = 6_000;

export const reportIsTyping = endpoint({
  method: "POST",
  path: "/conversations/:id/typing",
  guard: "active",
  // Maximum "is typing" requests of one person per minute. A browser window sends one every three seconds, so this is
  // enough for twelve windows. Each request is forwarded to the whole room.
  limit: { perMinute: 240 },
  summary:
    "Tells the others in the room that the caller is writing. With `parent_id`, the caller is writing in that thread, or a note if it is the conversation's own id. Any other `parent_id` gets 404.",
  params: idParams,
  body: z.strictObject({ parent_id: idSchema.optional() }).default({}),
  data: z.object({}),
});

export const markConversationRead = endpoint({
  method: "POST",
  path: "/conversations/:id/mark_read",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Moves the caller's read mark of a conversation forward to `number`, or to the end. The mark never moves back.",
  params: idParams,
  body: z.strictObject({ number: z.number().int().min(0).optional() }).default({}),
  data: conversationSchema,
});
