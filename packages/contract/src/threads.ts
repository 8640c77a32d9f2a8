import { z } from "zod";
import { conversationKindSchema } from "./conversations.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { maximumPageSize, pageMeta, pageQuery, pageSize, windowQuery } from "./kit/page.ts";
import { inConversationMessage, message, messageWindowMeta } from "./messages.ts";
import { partner, userSummary } from "./users.ts";

/** Enough to say where something stands. */
export const conversationBrief = z.object({
  id: idSchema,
  kind: conversationKindSchema,
  name: z.string().nullable(),
  partner: partner.nullable(),
});

/** How many of its newest replies a thread shows in the list. */
export const shownReplies = 2;

/** A thread as its reader sees it; `read_number` is the place of the last reply they have read. */
export const thread = z.object({
  message,
  conversation: conversationBrief,
  /** The newest replies, oldest first. */
  replies: z.array(message),
  last_number: z.number().int(),
  read_number: z.number().int(),
  unread_count: z.number().int().min(0),
});
export type Thread = z.infer<typeof thread>;

export const listReplies = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies",
  guard: "signed-in",
  summary: "The newest replies, oldest of them first.",
  params: inConversationMessage,
  query: windowQuery,
  data: z.array(message),
  meta: messageWindowMeta,
});

const inThread = z.strictObject({ id: idSchema, mid: idSchema, rid: idSchema });

export const repliesAbove = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/above",
  guard: "signed-in",
  summary: "The replies just older than this one, oldest first.",
  params: inThread,
  query: windowQuery,
  data: z.array(message),
  meta: messageWindowMeta,
});

export const repliesBelow = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/below",
  guard: "signed-in",
  summary: "The replies just newer than this one, oldest first.",
  params: inThread,
  query: windowQuery,
  data: z.array(message),
  meta: messageWindowMeta,
});

export const repliesAround = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/replies/:rid/shows",
  guard: "signed-in",
  summary: "A window with this reply in its middle, oldest first.",
  params: inThread,
  query: windowQuery,
  data: z.array(message),
  meta: messageWindowMeta,
});

export const listThreads = endpoint({
  method: "GET",
  path: "/threads/messages",
  guard: "signed-in",
  summary: "The threads that I began or replied in, or of them the unread ones; the newest reply first.",
  query: pageQuery.extend({ unread: z.stringbool().optional() }),
  data: z.array(thread),
  meta: pageMeta,
});

export const getThread = endpoint({
  method: "GET",
  path: "/threads/messages/:id",
  guard: "signed-in",
  summary: "One thread, by its first message.",
  params: z.strictObject({ id: idSchema }),
  data: thread,
});

export const otherReplies = endpoint({
  method: "GET",
  path: "/threads/messages/:id/other",
  guard: "signed-in",
  summary: "The newest of the replies that the list leaves out, oldest first.",
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({
    count_other_message: z.coerce.number().int().min(1).max(maximumPageSize).default(pageSize),
  }),
  data: z.array(message),
  meta: messageWindowMeta,
});

export const countUnreadThreads = endpoint({
  method: "GET",
  path: "/threads/count_unread",
  guard: "signed-in",
  summary: "How many of my threads hold unread replies.",
  data: z.object({ count_unread: z.number().int() }),
});

const readMark = z.object({ read_number: z.number().int(), unread_count: z.number().int().min(0) });

export const markMessageRead = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/mark_read",
  guard: "signed-in",
  summary:
    "Moves my read mark of its room, or for a reply of its thread, forward to this message; never back.",
  params: inConversationMessage,
  data: readMark,
});

export const markMessageUnread = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/mark_unread",
  guard: "signed-in",
  summary: "Puts my read mark of its room, or for a reply of its thread, just before this message.",
  params: inConversationMessage,
  data: readMark,
});

export const seenBy = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/seen_by",
  guard: "signed-in",
  summary:
    "Who has read up to this message of a room, its author and the caller left out; at most 100 names.",
  params: inConversationMessage,
  data: z.object({ total: z.number().int(), users: z.array(userSummary) }),
});
