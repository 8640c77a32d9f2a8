import { z } from "zod";
import { conversationKindSchema } from "./conversation-kinds.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import {
  createCutListSchema,
  cutListPageMetaSchema,
  cutListPageQuery,
  defaultPageSize,
  maximumPageSize,
  windowSizeQuery,
} from "./kit/page.ts";
import { messageParams, messageSchema, messageWindowMetaSchema } from "./messages.ts";
import { unreadCountSchema } from "./notifications.ts";
import { conversationPartnerSchema, userSummarySchema } from "./users.ts";

/** The fields of a conversation with which a page can show the thread's room. */
export const conversationBriefSchema = z
  .object({
    id: idSchema,
    kind: conversationKindSchema,
    name: z.string().max(200).nullable(),
    partner: conversationPartnerSchema.nullable(),
  })
  .meta({ id: "ConversationBrief" });

/** In the list of threads, each thread has this many of its newest replies. */
export const shownReplyCount = 2;

/** A thread as one reader sees it. `read_number` is the number of the last reply that the reader has read. */
export const threadSchema = z
  .object({
    message: messageSchema,
    conversation: conversationBriefSchema,
    /** The thread's newest replies, oldest first. */
    replies: z.array(messageSchema).max(shownReplyCount),
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
export type Thread = z.infer<typeof threadSchema>;

export const listReplies = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "Lists the newest replies to a message, oldest first.",
  params: messageParams,
  query: windowSizeQuery,
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});

const replyParams = z.strictObject({ id: idSchema, mid: idSchema, rid: idSchema });

export const listRepliesAbove = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/above",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "Lists the replies just older than this one, oldest first.",
  params: replyParams,
  query: windowSizeQuery,
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});

export const listRepliesBelow = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/below",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "Lists the replies just newer than this one, oldest first.",
  params: replyParams,
  query: windowSizeQuery,
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});

export const listRepliesAround = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/shows",
  guard: "signed-in",
  limit: limits.automatic,
  summary: "Returns a window of replies with this one in its middle, oldest first.",
  params: replyParams,
  query: windowSizeQuery,
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});

/** Maximum threads in one response. Each contains three messages. */
export const maximumThreadsPerResponse = 30;

export const listThreads = endpoint({
  method: "GET",
  path: "/threads/messages",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the threads that the caller follows, or only the unread ones. The thread with the newest reply comes first.",
  query: cutListPageQuery.extend({
    paging: z.coerce.number().int().min(1).max(maximumThreadsPerResponse).default(defaultPageSize),
    unread: z.stringbool().optional(),
  }),
  data: createCutListSchema(threadSchema, maximumThreadsPerResponse),
  meta: cutListPageMetaSchema,
});

export const getThread = endpoint({
  method: "GET",
  path: "/threads/messages/:id",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns one thread, found by its first message.",
  params: z.strictObject({ id: idSchema }),
  data: threadSchema,
});

const followingDataSchema = z.object({ following: z.boolean() }).meta({ id: "Following" });

export const followThread = endpoint({
  method: "POST",
  path: "/threads/messages/:id/follow",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Follows a thread for the caller, from its last reply on. Replying in a thread or being mentioned in it has the same effect.",
  params: z.strictObject({ id: idSchema }),
  data: followingDataSchema,
});

export const unfollowThread = endpoint({
  method: "POST",
  path: "/threads/messages/:id/unfollow",
  guard: "signed-in",
  limit: limits.click,
  summary: "Unfollows a thread for the caller, until they reply in it or are mentioned in it by name.",
  params: z.strictObject({ id: idSchema }),
  data: followingDataSchema,
});

export const listOmittedReplies = endpoint({
  method: "GET",
  path: "/threads/messages/:id/other",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the newest of the replies that the list of threads leaves out, oldest first.",
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({
    count_other_message: z.coerce.number().int().min(1).max(maximumPageSize).default(defaultPageSize),
  }),
  data: createCutListSchema(messageSchema, maximumPageSize),
  meta: messageWindowMetaSchema,
});

export const countUnreadThreads = endpoint({
  method: "GET",
  path: "/threads/count_unread",
  guard: "signed-in",
  limit: limits.read,
  summary: "Counts the caller's threads with unread replies.",
  data: unreadCountSchema,
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
    "Moves the caller's read mark forward to this message: the read mark of its room, or for a reply that of its thread. The mark never moves back.",
  params: messageParams,
  data: readMark,
});

export const markMessageUnread = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/mark_unread",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Moves the caller's read mark to just before this message: the read mark of its room, or for a reply that of its thread.",
  params: messageParams,
  data: readMark,
});

export const listMessageReaders = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/seen_by",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the people who have read a room up to this message, at most 100 names. Its author and the caller are left out.",
  params: messageParams,
  data: z.object({ total: z.number().int(), users: z.array(userSummarySchema).max(100) }),
});
