import { z } from "zod";
import { isBlank } from "./blank.ts";
import { fileSchema, maximumFilesPerMessage, uploadsPerMinute } from "./files.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, maximumPageSize, windowMetaSchema, windowSizeQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { maximumSystemLinesPerResponse, systemLineSchema } from "./lines.ts";
import { boundedMessageTextSchema, maximumMessageCodeUnits } from "./message-text.ts";
import { outsideMessageExtrasSchema } from "./outside-message-extras.ts";
import { linkPreviewSchema, maximumPreviewsPerMessage } from "./previews.ts";
import { maximumTranslationsPerMessage, messageTranslationSchema } from "./translation-states.ts";

/** Maximum avatars shown under a thread. */
export const shownReplierCount = 3;

/** Maximum number of different emoji reactions on one message. */
export const maximumDifferentReactionsPerMessage = 50;
/** Maximum reactions on one message, over all emoji and people. Every reader receives all of them. */
export const maximumTotalReactionsPerMessage = 1_000;

/**
 * Rate limits for notifications about reactions. `perMessage`: about one message, to its author, in ten minutes.
 * `perPerson`: from one person to another, in one minute. Reactions beyond these limits are still visible on the
 * message.
 */
export const reactionNotificationLimits = { perMessage: 3, perPerson: 5 } as const;

/** The people who reacted with one emoji, the first one first. */
export const reactionSchema = z
  .object({
    type: z.string().max(64),
    user_ids: z.array(idSchema).max(maximumTotalReactionsPerMessage),
  })
  .meta({ id: "Reaction" });
export type Reaction = z.infer<typeof reactionSchema>;

/** The kind of a message that is not an ordinary message: `NOTE`, a note for colleagues. */
const messageKind = z.enum(["NOTE"]).meta({ id: "MessageKind" });

/**
 * A message. `seq` identifies the change of the room that created the message, and `changed_seq` the last change of the
 * message. `number` is the position of the message (1, 2, 3 …) in the conversation. The number decides the order and
 * the unread count. A reply has a `parent_id`, and its `number` is the position in the thread. A deleted message keeps
 * its number and loses its text.
 */
export const messageSchema = z
  .object({
    id: idSchema,
    conversation_id: idSchema,
    seq: z.number().int(),
    changed_seq: z.number().int(),
    number: z.number().int(),
    parent_id: idSchema.nullable(),
    /**
     * `NOTE`: the message is a note that only colleagues see, not the visitor. Absent: the message is an ordinary one.
     */
    kind: messageKind.optional(),
    user_id: idSchema,
    client_id: idSchema,
    content: z.string().max(maximumMessageCodeUnits),
    language: languageSchema,
    /**
     * The message's files, at most `maximumFilesPerMessage`, in the order in which they were attached. A message with files may
     * have an empty `content`.
     */
    files: z.array(fileSchema).max(maximumFilesPerMessage),
    /** The parts of a message to or from a visitor besides words and files. Absent: there are none. */
    outside: outsideMessageExtrasSchema.optional(),
    /**
     * Previews of the links in the message. The server adds them after it has fetched the linked pages. Absent if there
     * are none.
     */
    previews: z.array(linkPreviewSchema).max(maximumPreviewsPerMessage).optional(),
    /** The message's translations. Absent if there are none. */
    translations: z.array(messageTranslationSchema).max(maximumTranslationsPerMessage).optional(),
    /**
     * The revision of the message's text. It starts at 1 and increases with each edit. A translation stores the
     * revision that it was made from.
     */
    revision: z.number().int(),
    edited: z.boolean(),
    deleted: z.boolean(),
    pinned: z.boolean(),
    /** Whether somebody bookmarked the message for translation. */
    bookmarked: z.boolean(),
    /**
     * The reactions on the message. There are at most `maximumTotalReactionsPerMessage` over all emoji and people, and
     * each of them takes up to 41 bytes of JSON.
     */
    reactions: z
      .array(reactionSchema)
      .max(maximumDifferentReactionsPerMessage)
      .meta({
        "x-maximum-bytes": 41 * maximumTotalReactionsPerMessage + 200 * maximumDifferentReactionsPerMessage,
      }),
    reply_count: z.number().int(),
    /** The people who replied last in the message's thread, at most `shownReplierCount`, the latest first. */
    reply_user_ids: z.array(idSchema).max(shownReplierCount),
    last_reply_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof messageSchema>;

const conversationParams = z.strictObject({ id: idSchema });
/**
 * The `meta` of a window of messages. `seq` is the room's last change before the window was read, so the window
 * contains every change up to it. `lines` are the system lines that follow the window's messages, oldest first. If the
 * window begins with the room's first message, `lines` also contains the system lines before this message. A window of
 * a thread has no lines.
 */
export const messageWindowMetaSchema = windowMetaSchema
  .extend({
    seq: z.number().int(),
    lines: z.array(systemLineSchema).max(maximumSystemLinesPerResponse),
  })
  .meta({ id: "MessageWindowMeta" });
export type MessageWindowMeta = z.infer<typeof messageWindowMetaSchema>;

/** The path parameters of endpoints for one message. */
export const messageParams = z.strictObject({ id: idSchema, mid: idSchema });

export const sendMessage = endpoint({
  method: "POST",
  path: "/conversations/:id/messages",
  guard: "active",
  // Maximum messages that one person may send per minute. It allows a person to paste 40 messages, or to send 200 that
  // waited for a connection.
  limit: { perMinute: 600, filesPerMinute: uploadsPerMinute },
  bodyFormats: ["json", "multipart"],
  summary:
    "Sends a message. Sending the same `client_id` again returns the first message, so that a retry creates no second one. Files are sent in the same call as multipart (parts named `files`), or are named in `file_ids`.",
  params: conversationParams,
  body: z
    .strictObject({
      client_id: idSchema,
      /** The text of the message. It may be blank if there are files. */
      content: boundedMessageTextSchema.default(""),
      /** The root message of the thread to reply in. A reply cannot be a root message. */
      parent_id: idSchema.optional(),
      /**
       * The kind of the message. `NOTE` is a note for colleagues. Notes exist only in conversations with a visitor, and
       * not in their threads. If a note mentions people who work on the bot, they become members.
       */
      kind: messageKind.optional(),
      /**
       * The language of the text, if the client knows it, for example that of a canned answer. The server uses this
       * language if it cannot detect the language of the text. Default: the author's language.
       */
      language: languageSchema.optional(),
      /** The ids of the message's files, which are already uploaded, in display order. */
      file_ids: z.array(idSchema).min(1).max(maximumFilesPerMessage).optional(),
    })
    .refine((body) => body.file_ids !== undefined || !isBlank(body.content), {
      error: "required",
      path: ["content"],
    })
    // A reply cannot be a note. In a conversation with a visitor, only colleagues see the threads, so every reply is
    // internal anyway.
    .refine((body) => body.kind === undefined || body.parent_id === undefined, {
      error: "choice",
      path: ["kind"],
    }),
  data: messageSchema,
});

export const listMessages = endpoint({
  method: "GET",
  path: "/conversations/:id/messages",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Lists the newest messages of a conversation, oldest first. With `after`, returns a window of messages; the first message past that `number` is in its middle.",
  params: conversationParams,
  query: windowSizeQuery.extend({ after: z.coerce.number().int().min(0).optional() }),
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});

export const getMessage = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns one message.",
  params: messageParams,
  data: messageSchema,
});

export const listMessagesAbove = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/above",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Lists the messages just older than this one, oldest first. For a reply, these are replies of its thread.",
  params: messageParams,
  query: windowSizeQuery,
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});

export const listMessagesBelow = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/below",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Lists the messages just newer than this one, oldest first. For a reply, these are replies of its thread.",
  params: messageParams,
  query: windowSizeQuery,
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});

export const listMessagesAround = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/shows",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Returns a window of messages with this one in its middle, oldest first. For a reply, the window is one of its thread.",
  params: messageParams,
  query: windowSizeQuery,
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});
