import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, cutListPageMetaSchema, cutListPageQuery, maximumPageSize } from "./kit/page.ts";
import { languageSchema, languages } from "./languages.ts";
import { messageParams, messageSchema } from "./messages.ts";
import { maximumFreeTextLength } from "./profiles.ts";
import { conversationBriefSchema } from "./threads.ts";
import { translationNoteSchema, urgencySchema } from "./translations.ts";

/**
 * A message that the reader bookmarked for translation. The bookmark is unread while the message has a translation that
 * the reader has not opened.
 */
export const bookmarkSchema = z
  .object({
    message: messageSchema,
    conversation: conversationBriefSchema,
    done: z.boolean(),
    unread: z.boolean(),
    /** The languages that the reader requested translations into. */
    languages: z.array(languageSchema).max(languages.length),
    note: z.string().max(maximumFreeTextLength),
    urgency: urgencySchema,
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Bookmark" });
export type Bookmark = z.infer<typeof bookmarkSchema>;

/** The fields of a request for translations of a message, without the message's id. */
const translationRequestFields = {
  /**
   * The languages to translate into. If absent: the reader's language, or the other languages of the room if the
   * message is already in the reader's language.
   */
  languages: z.array(languageSchema).min(1).max(languages.length).optional(),
  note: translationNoteSchema.optional(),
  urgency: urgencySchema.optional(),
};

export const markForTranslation = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/mark_for_translation",
  guard: "active",
  limit: limits.click,
  summary:
    "Bookmarks a message for translation, or removes the caller's bookmark. Without `marked`, the call toggles the bookmark.",
  params: messageParams,
  body: z.strictObject({ marked: z.boolean().optional(), ...translationRequestFields }).default({}),
  data: z.object({ marked: z.boolean(), message: messageSchema }),
});

/** Maximum messages that one request can bookmark. */
export const maximumBookmarksPerRequest = 50;

export const markSeveralForTranslation = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/mark_for_translation",
  guard: "active",
  limit: limits.form,
  summary:
    "Bookmarks several messages for translation: either all of them or none. Messages without text, messages of a bot, and messages that are already in the requested languages are left out. `message_ids` in the answer names the bookmarked messages.",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    message_ids: z.array(idSchema).min(1).max(maximumBookmarksPerRequest),
    ...translationRequestFields,
  }),
  data: z.object({ message_ids: z.array(idSchema).max(maximumBookmarksPerRequest) }),
});

export const markBookmarkRead = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/mark_read_bookmark",
  guard: "signed-in",
  limit: limits.click,
  summary: "Marks the translation of a bookmarked message as seen by the caller.",
  params: messageParams,
  data: bookmarkSchema,
});

export const listBookmarks = endpoint({
  method: "GET",
  path: "/messages/mark_for_translation",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the messages that the caller bookmarked for translation, last bookmarked first.",
  query: cutListPageQuery.extend({ done: z.stringbool().optional() }),
  data: createCutListSchema(bookmarkSchema, maximumPageSize),
  meta: cutListPageMetaSchema,
});

export const countBookmarks = endpoint({
  method: "GET",
  path: "/messages/count_for_translation",
  guard: "signed-in",
  limit: limits.read,
  summary: "Counts the caller's bookmarks: how many are translated and how many are not yet.",
  data: z.object({ count_done: z.number().int(), count_untranslated: z.number().int() }),
});
