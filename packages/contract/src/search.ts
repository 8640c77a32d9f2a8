import { z } from "zod";
import { conversationKindSchema } from "./conversation-kinds.ts";
import { sharedFileSchema } from "./files.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { dayOrMomentSchema } from "./kit/moments.ts";
import { languageSchema } from "./languages.ts";
import { userSummarySchema } from "./users.ts";

/** Maximum characters of a search query. */
export const maximumSearchQueryLength = 200;
/** Maximum page number of search results. After a thousand hits, people should search for other words. */
export const maximumSearchPageNumber = 50;

export const searchTypes = ["all", "messages", "files", "people", "conversations"] as const;
export type SearchType = (typeof searchTypes)[number];
/** The values of the parameter `has`, which limits a search to messages that contain certain things. */
export const messageContentFilters = ["file", "image", "video", "audio", "link"] as const;
export type MessageContentFilter = (typeof messageContentFilters)[number];

/** The range of a search hit in a text: from index `start` up to, but not including, `end`, in UTF-16 code units. */
export const searchHitRangeSchema = z
  .object({ start: z.number().int(), end: z.number().int() })
  .meta({ id: "Mark" });
export type SearchHitRange = z.infer<typeof searchHitRangeSchema>;

export const conversationHitSchema = z
  .object({
    id: idSchema,
    kind: conversationKindSchema,
    /** The name of the conversation with the hit. For a direct conversation, the name of the other person. */
    name: z.string().max(200).nullable(),
    /** The other person of a DIRECT conversation. Null in other kinds. */
    partner: userSummarySchema.nullable(),
  })
  .meta({ id: "ConversationHit" });
export type ConversationHit = z.infer<typeof conversationHitSchema>;

/** A found message: the part of its text around the first hit, and the hits in that part. */
export const messageHitSchema = z
  .object({
    message_id: idSchema,
    /** The root message, if the found message is in a thread. */
    parent_id: idSchema.nullable(),
    conversation: conversationHitSchema,
    user: userSummarySchema,
    language: languageSchema,
    excerpt: z.string().max(300),
    marks: z.array(searchHitRangeSchema).max(200),
    file_count: z.number().int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "MessageHit" });
export type MessageHit = z.infer<typeof messageHitSchema>;

const searchResults = z
  .object({
    messages: z.array(messageHitSchema).max(50),
    files: z.array(sharedFileSchema).max(50),
    people: z.array(userSummarySchema).max(50),
    conversations: z.array(conversationHitSchema).max(50),
  })
  .meta({ id: "SearchHits" });
export type SearchResults = z.infer<typeof searchResults>;

/** Search results have no total, because counting all hits takes longer than finding one page. */
const searchPaging = {
  page: z.coerce.number().int().min(1).max(maximumSearchPageNumber).default(1),
  paging: z.coerce.number().int().min(1).max(50).default(20),
};

export const searchEverything = endpoint({
  method: "GET",
  path: "/search",
  guard: "signed-in",
  // The page sends this request while somebody types, up to five times per second. Each request costs the database some
  // milliseconds.
  limit: { perMinute: 300 },
  summary:
    'Finds the messages, files, people and conversations that have every word of `q` and that the caller may read, newest first. Accents and character width do not matter. A word is found by its beginning, Japanese text anywhere. "Quotes" keep words together.',
  query: z.strictObject({
    q: z.string().trim().max(maximumSearchQueryLength).default(""),
    type: z.enum(searchTypes).default("all"),
    /** The id of the conversation to which the search is limited. */
    in: idSchema.optional(),
    /** The id of the sender to whose messages the search is limited. */
    from: idSchema.optional(),
    before: dayOrMomentSchema.optional(),
    after: dayOrMomentSchema.optional(),
    has: z.enum(messageContentFilters).optional(),
    ...searchPaging,
  }),
  data: searchResults,
  meta: z.object({
    page: z.number().int(),
    paging: z.number().int(),
    has_more: z.object({
      messages: z.boolean(),
      files: z.boolean(),
      people: z.boolean(),
      conversations: z.boolean(),
    }),
  }),
});

export const searchPeople = endpoint({
  method: "GET",
  path: "/search/people",
  guard: "signed-in",
  // The page sends this request while somebody types, as often as the search request.
  limit: { perMinute: 300 },
  summary:
    "Lists the people who share a conversation with the caller, including the caller, and whose names have every word of `q`, sorted by name. If `q` is empty, lists all of them. Words are compared as in `GET /search`.",
  query: z.strictObject({
    q: z.string().trim().max(maximumSearchQueryLength).default(""),
    ...searchPaging,
  }),
  data: z.array(userSummarySchema).max(50),
  meta: z.object({ page: z.number().int(), paging: z.number().int(), has_more: z.boolean() }),
});
