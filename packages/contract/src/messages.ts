import { z } from "zod";
import { withoutOverrides } from "./direction.ts";
import { file, maximumFiles, uploadsPerMinute } from "./files.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { cutList, maximumPageSize, windowMeta, windowQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { maximumLines, systemLine } from "./lines.ts";
import { withPlainMentions } from "./mentions.ts";
import { linkPreview, maximumPreviews } from "./previews.ts";
import { maximumTranslations, messageTranslation } from "./translation-states.ts";

/** The most a message holds, in user-perceived characters (grapheme clusters). A mention counts as it is read: `@name`. */
export const maximumMessageLength = 10_000;
/**
 * The most code units those may take: a family emoji is 11, so honest text fits four times over, and a stack of
 * combining marks cannot smuggle a megabyte into one "character".
 */
export const maximumMessageUnits = 40_000;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Length in user-perceived characters: what a person would count, not code units; mentions as they are read. */
export function countCharacters(content: string): number {
  let count = 0;
  for (const _ of segmenter.segment(withPlainMentions(content))) count++;
  return count;
}

const refusal = { error: "too_long", params: { limit: maximumMessageLength } };

/** Lone surrogates and NUL, which the database cannot hold, are replaced; direction overrides are taken out. */
export const boundedText = z
  .string()
  .refine((content) => content.length <= maximumMessageUnits, { ...refusal, abort: true })
  .transform((content) => withoutOverrides(content.toWellFormed().replaceAll("\u0000", "\uFFFD")))
  .pipe(
    z.string().refine(
      // Segmenting costs; a text with no more code units than the limit cannot have more characters.
      (content) => content.length <= maximumMessageLength || countCharacters(content) <= maximumMessageLength,
      refusal,
    ),
  );

/** Text of a message: not blank. */
export const contentSchema = boundedText.pipe(
  z.string().refine((content) => content.trim() !== "", { error: "required" }),
);

/** How many faces stand under a thread. */
export const shownRepliers = 3;

/** The most different emoji that one message carries. */
export const maximumReactions = 50;
/** The most reactions that one message carries, all emoji and people together: each of its readers gets them all. */
export const maximumReactors = 1_000;

/**
 * Notifications of reactions that one message brings its author in ten minutes, and that one person causes another
 * in a minute. A further reaction shows on the message as ever.
 */
export const reactionNotices = { perMessage: 3, perPerson: 5 } as const;

/** People who reacted with one emoji, in the order they did. */
export const reaction = z
  .object({
    type: z.string().max(64),
    user_ids: z.array(idSchema).max(maximumReactors),
  })
  .meta({ id: "Reaction" });
export type Reaction = z.infer<typeof reaction>;

/**
 * A message. `seq` is the change by which it arrived, `changed_seq` the last change that touched it. `number` is its
 * place (1, 2, 3 …): among the conversation's messages, by which those are ordered and counted as unread; for a reply,
 * which has a `parent_id`, among its thread's. A deleted one keeps its place and loses its words.
 */
export const message = z
  .object({
    id: idSchema,
    conversation_id: idSchema,
    seq: z.number().int(),
    changed_seq: z.number().int(),
    number: z.number().int(),
    parent_id: idSchema.nullable(),
    user_id: idSchema,
    client_id: idSchema,
    content: z.string().max(maximumMessageUnits),
    language: languageSchema,
    /** At most `maximumFiles`, in the order they were attached. With any, `content` may be empty. */
    files: z.array(file).max(maximumFiles),
    /** Of the pages it links to, once they have been read; absent for none. */
    previews: z.array(linkPreview).max(maximumPreviews).optional(),
    /** Absent for none. */
    translations: z.array(messageTranslation).max(maximumTranslations).optional(),
    /** Counts the edits from 1 on; translations name the one they were made from. */
    revision: z.number().int(),
    edited: z.boolean(),
    deleted: z.boolean(),
    pinned: z.boolean(),
    /** Somebody marked it for translation. */
    bookmarked: z.boolean(),
    /** Together at most `maximumReactors` people, of 41 bytes each. */
    reactions: z
      .array(reaction)
      .max(maximumReactions)
      .meta({ "x-maximum-bytes": 41 * maximumReactors + 200 * maximumReactions }),
    reply_count: z.number().int(),
    /** Those who replied last, at most `shownRepliers`, the latest first. */
    reply_user_ids: z.array(idSchema).max(shownRepliers),
    last_reply_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof message>;

const inConversation = z.strictObject({ id: idSchema });
/**
 * Beside what lies on either side: the room's last change as it was before the window was read, up to which nothing is
 * missing from it, and the lines that stand among the messages, oldest first. Each comes with the message it follows;
 * those before the first message, where nothing lies above. Of a thread there are none.
 */
export const messageWindowMeta = windowMeta
  .extend({
    seq: z.number().int(),
    lines: z.array(systemLine).max(maximumLines),
  })
  .meta({ id: "MessageWindowMeta" });
export type MessageWindowMeta = z.infer<typeof messageWindowMeta>;

/** The parameters of a call about one message. */
export const inConversationMessage = z.strictObject({ id: idSchema, mid: idSchema });

export const sendMessage = endpoint({
  method: "POST",
  path: "/conversations/:id/messages",
  guard: "active",
  // Pasting 40 messages, or 200 queued ones after a time without a connection, stays well below.
  limit: { perMinute: 600, filesPerMinute: uploadsPerMinute },
  accepts: ["json", "multipart"],
  summary:
    "Sends a message. The same `client_id` again answers with the first message, so that a replay never doubles. Files come with it as multipart (parts named `files`), or are named in `file_ids`.",
  params: inConversation,
  body: z
    .strictObject({
      client_id: idSchema,
      /** May be blank beside files. */
      content: boundedText.default(""),
      /** The message that this one replies to: one of the conversation's own, not a reply itself. */
      parent_id: idSchema.optional(),
      /** Files that were kept before, in the order to show them. */
      file_ids: z.array(idSchema).min(1).max(maximumFiles).optional(),
    })
    .refine((body) => body.file_ids !== undefined || body.content.trim() !== "", {
      error: "required",
      path: ["content"],
    }),
  data: message,
});

export const listMessages = endpoint({
  method: "GET",
  path: "/conversations/:id/messages",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "The newest messages, oldest of them first; with `after`, a window with the first one past that `number` in its middle.",
  params: inConversation,
  query: windowQuery.extend({ after: z.coerce.number().int().min(0).optional() }),
  data: cutList(message, maximumPageSize),
  meta: messageWindowMeta,
});

export const getMessage = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid",
  guard: "signed-in",
  summary: "One message.",
  params: inConversationMessage,
  data: message,
});

export const messagesAbove = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/above",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "The messages just older than this one, oldest first; beside a reply, those of its thread.",
  params: inConversationMessage,
  query: windowQuery,
  data: cutList(message, maximumPageSize),
  meta: messageWindowMeta,
});

export const messagesBelow = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/below",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "The messages just newer than this one, oldest first; beside a reply, those of its thread.",
  params: inConversationMessage,
  query: windowQuery,
  data: cutList(message, maximumPageSize),
  meta: messageWindowMeta,
});

export const messagesAround = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/shows",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "A window with this message in its middle, oldest first; around a reply, one of its thread.",
  params: inConversationMessage,
  query: windowQuery,
  data: cutList(message, maximumPageSize),
  meta: messageWindowMeta,
});
