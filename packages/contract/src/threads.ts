import { z } from "zod";
import { conversationKindSchema } from "./conversations.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import {
  cutListSchema,
  cutPageMeta,
  cutPageQuery,
  maximumPageSize,
  pageSize,
  windowQuery,
} from "./kit/page.ts";
import { message, messageParams, messageWindowMeta } from "./messages.ts";
import { countUnread } from "./notifications.ts";
import { partner, userSummary } from "./users.ts";

/** The fields of a conversation that tell in which room a thread is. */
export const conversationBrief = z
  .object({
    id: idSchema,
    kind: conversationKindSchema,
    name: z.string().max(200).nullable(),
    partner: partner.nullable(),
  })
  .meta({ id: "ConversationBrief" });

/** Number of each thread's newest replies in the list of threads. */
export const shownReplyCount = 2;

/** A thread as one reader sees it. `read_number` is the number of the last reply that the reader has read. */
export const thread = z
  .object({
    message,
    conversation: conversationBrief,
    /** The thread's newest replies, oldest first. */
    replies: z.array(message).max(shownReplyCount),
    last_number: z.number().int(),
    read_number: z.number().int(),
    unread_count: z.number().int().min(0),
    /**
     * Whether the reader follows the thread. Followers are notified of replies and have the thread in their
     * list.
     */
    following: z.boolean(),
  })
  .meta({ id: "Thread" });
export type Thread = z.infer<typeof thread>;

export const listReplies = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "The newest replies, oldest of them first.",
  params: messageParams,
  query: windowQuery,
  data: cutListSchema(message, maximumPageSize),
  meta: messageWindowMeta,
});

const replyParams = z.strictObject({ id: idSchema, mid: idSchema, rid: idSchema });

export const repliesAbove = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/above",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "The replies just older than this one, oldest first.",
  params: replyParams,
  query: windowQuery,
  data: cutListSchema(message, maximumPageSize),
  meta: messageWindowMeta,
});

export const repliesBelow = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/below",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "The replies just newer than this one, oldest first.",
  params: replyParams,
  query: windowQuery,
  data: cutListSchema(message, maximumPageSize),
  meta: messageWindowMeta,
});

export const repliesAround = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/shows",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "A window with this reply in its middle, oldest first.",
  params: replyParams,
  query: windowQuery,
  data: cutListSchema(message, maximumPageSize),
  meta: messageWindowMeta,
});

/** Maximum threads in one answer. Each contains three messages. */
export const maximumThreads = 30;

export const listThreads = endpoint({
  method: "GET",
  path: "/threads/messages",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "The threads that I follow, or of them the unread ones; the newest reply first.",
  query: cutPageQuery.extend({
    paging: z.coerce.number().int().min(1).max(maximumThreads).default(pageSize),
    unread: z.stringbool().optional(),
  }),
  data: cutListSchema(thread, maximumThreads),
  meta: cutPageMeta,
});

export const getThread = endpoint({
  method: "GET",
  path: "/threads/messages/:id",
  guard: "signed-in",
  limit: limits.read,
  summary: "One thread, by its first message.",
  params: z.strictObject({ id: idSchema }),
  data: thread,
});

const followAnswer = z.object({ following: z.boolean() }).meta({ id: "Following" });

export const followThread = endpoint({
  method: "POST",
  path: "/threads/messages/:id/follow",
  guard: "signed-in",
  limit: limits.click,
  summary: "I follow this thread from its last reply on. Replying and being mentioned in it do the same.",
  params: z.strictObject({ id: idSchema }),
  data: followAnswer,
});

export const unfollowThread = endpoint({
  method: "POST",
  path: "/threads/messages/:id/unfollow",
  guard: "signed-in",
  limit: limits.click,
  summary: "I no longer follow this thread, until I reply or am mentioned by name in it.",
  params: z.strictObject({ id: idSchema }),
  data: followAnswer,
});

export const otherReplies = endpoint({
  method: "GET",
  path: "/threads/messages/:id/other",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "The newest of the replies that the list leaves out, oldest first.",
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({
    count_other_message: z.coerce.number().int().min(1).max(maximumPageSize).default(pageSize),
  }),
  data: cutListSchema(message, maximumPageSize),
  meta: messageWindowMeta,
});

export const countUnreadThreads = endpoint({
  method: "GET",
  path: "/threads/count_unread",
  guard: "signed-in",
  limit: limits.read,
  summary: "How many of my threads hold unread replies.",
  data: countUnread,
});

const readMark = z
  .object({ read_number: z.number().int(), unread_count: z.number().int().min(0) })
  .meta({ id: "ReadMark" });

export const markMessageRead = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/mark_read",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Moves my read mark of its room, or for a reply of its thread, forward to this message; never back.",
  params: messageParams,
  data: readMark,
});

export const markMessageUnread = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/mark_unread",
  guard: "signed-in",
  limit: limits.click,
  summary: "Puts my read mark of its room, or for a reply of its thread, just before this message.",
  params: messageParams,
  data: readMark,
});

export const seenBy = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/seen_by",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Who has read up to this message of a room, its author and the caller left out; at most 100 names.",
  params: messageParams,
  data: z.object({ total: z.number().int(), users: z.array(userSummary).max(100) }),
});
