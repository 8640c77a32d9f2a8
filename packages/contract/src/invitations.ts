import { z } from "zod";
import { conversationSchema } from "./conversations.ts";
import { emailInResponseSchema, emailSchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { userSummarySchema } from "./users.ts";

/** An invitation to a conversation can be accepted for this many days. */
export const invitationLifetimeDays = 14;
/** Maximum invitations to conversations that one person may send per day. */
export const invitationsPerSenderAndDay = 50;
/** Maximum invitation mails to one address per day, counted over all senders. */
export const invitationMailsPerAddressAndDay = 3;
/** Maximum open invitations to one group. */
export const maximumPendingInvitationsPerGroup = 100;

/**
 * An open invitation to a conversation as its sender sees it. It does not reveal whether the invited address has an
 * account.
 */
export const invitationSchema = z
  .object({
    id: idSchema,
    email: emailInResponseSchema,
    /** The group to which the person is invited. Null: the invitation is to a direct conversation with the sender. */
    conversation_id: idSchema.nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitationSchema>;

/** An invitation to a conversation as the invited person sees it. */
export const receivedInvitationSchema = z
  .object({
    id: idSchema,
    inviter: userSummarySchema,
    /** The name of the group to which the person is invited. Null: the invitation is to a direct conversation. */
    group_name: z.string().max(200).nullable(),
    /** The state of the invitation. `over`: it has expired or was withdrawn, or its sender has left the group. */
    state: z.enum(["open", "accepted", "over"]),
  })
  .meta({ id: "ReceivedInvitation" });
export type ReceivedInvitation = z.infer<typeof receivedInvitationSchema>;

const idParams = z.strictObject({ id: idSchema });

export const sendInvitation = endpoint({
  method: "POST",
  path: "/invitations",
  guard: "active",
  limit: limits.mail,
  summary:
    "Invites the person with an e-mail address: with `conversation_id` to a group, otherwise to a direct conversation. They get a mail. The answer never tells whether the address has an account. Repeating the call extends the invitation to 14 days from now; it is mailed at most once a day.",
  body: z.strictObject({ email: emailSchema, conversation_id: idSchema.optional() }),
  data: invitationSchema,
});

export const listRoomInvitations = endpoint({
  method: "GET",
  path: "/conversations/:id/invitations",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the pending invitations to a group, newest first. Owners of the group see all of them, others only their own.",
  params: idParams,
  data: z.array(invitationSchema).max(maximumPendingInvitationsPerGroup),
});

export const revokeInvitation = endpoint({
  method: "DELETE",
  path: "/invitations/:id",
  guard: "active",
  limit: limits.click,
  summary: "Revokes a pending invitation. Allowed for its sender and for owners of the group.",
  params: idParams,
  data: z.object({}),
});

export const getInvitation = endpoint({
  method: "GET",
  path: "/invitations/:id",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns an invitation that was sent to the caller's address.",
  params: idParams,
  data: receivedInvitationSchema,
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/invitations/:id/accept",
  guard: "active",
  limit: limits.form,
  summary:
    "Accepts an invitation that was sent to the caller's address, and returns the conversation to which it leads. Accepting again returns the same.",
  params: idParams,
  data: conversationSchema,
});

export const invitationErrors = {
  "INVITATION.OVER": {
    status: 409,
    message: {
      en: "This invitation is no longer valid. Please ask for a new one.",
      vi: "Lời mời này không còn hiệu lực. Vui lòng nhờ gửi lại lời mời mới.",
      ja: "この招待は無効になっています。もう一度招待してもらってください。",
    },
  },
  "INVITATION.SELF": {
    status: 422,
    message: {
      en: "This is your own address.",
      vi: "Đây là địa chỉ của chính bạn.",
      ja: "ご自身のメールアドレスです。",
    },
  },
  "INVITATION.FULL": {
    status: 409,
    message: {
      en: "Too many invitations to this group are waiting. Take some back first.",
      vi: "Nhóm này có quá nhiều lời mời đang chờ. Hãy thu hồi bớt trước.",
      ja: "このグループには未承諾の招待が多すぎます。先にいくつか取り消してください。",
    },
  },
} as const satisfies ErrorTable;
