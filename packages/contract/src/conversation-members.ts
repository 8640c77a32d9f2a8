import { z } from "zod";
import { conversationSchema, maximumNewGroupMembers, roomRoleSchema } from "./conversations.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema, onlyIdSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { userSummarySchema } from "./users.ts";

/** A member of a room. `read_number` is the number of the last message that the member has read. */
export const conversationMemberSchema = userSummarySchema
  .extend({
    room_role: roomRoleSchema,
    read_number: z.number().int(),
    joined_at: z.iso.datetime(),
  })
  .meta({ id: "ConversationMember" });
export type ConversationMember = z.infer<typeof conversationMemberSchema>;

const idParams = z.strictObject({ id: idSchema });

export const listConversationMembers = endpoint({
  method: "GET",
  path: "/conversations/:id/members",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the people in a conversation, sorted by name. With `search`, lists the people whose name has each of its words.",
  params: idParams,
  query: pageQuery.extend({ search: z.string().trim().max(200).default("") }),
  data: z.array(conversationMemberSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const addConversationMembers = endpoint({
  method: "POST",
  path: "/conversations/:id/members",
  guard: "active",
  limit: limits.form,
  summary: "Adds people to a group. Earlier messages count as read for them.",
  params: idParams,
  body: z.strictObject({ user_ids: z.array(idSchema).min(1).max(maximumNewGroupMembers) }),
  data: conversationSchema,
});

export const setConversationMemberRole = endpoint({
  method: "PATCH",
  path: "/conversations/:id/members/:user_id",
  guard: "active",
  limit: limits.form,
  summary: "Makes a member an owner of the group, or ends that. The last owner stays an owner.",
  params: z.strictObject({ id: idSchema, user_id: idSchema }),
  body: z.strictObject({ role: roomRoleSchema }),
  data: conversationSchema,
});

export const removeConversationMember = endpoint({
  method: "DELETE",
  path: "/conversations/:id/members",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Removes a member from a group. To leave the group, the caller removes themself. When the last owner leaves, the longest-standing member becomes the owner.",
  params: idParams,
  query: z.strictObject({ user_id: idSchema }),
  data: onlyIdSchema,
});
