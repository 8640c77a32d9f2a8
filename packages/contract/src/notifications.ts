import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { defaultPageSize, maximumPageSize, windowMetaSchema, windowSizeQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";

/**
 * The types of notifications (docs/rules.md). A `CANCEL` type means that somebody withdrew an application for
 * that role.
 */
export const notificationTypes = [
  "INVITE_DEVELOPER",
  "INVITE_JOIN_PROJECT",
  "ACCEPT_JOIN_PROJECT",
  "REJECT_JOIN_PROJECT",
  "ACCEPT_REQUEST_ACTIVE_ACCOUNT",
  "REJECT_REQUEST_ACTIVE_ACCOUNT",
  "ACTIVE_ACCOUNT",
  "DEACTIVATE_ACCOUNT",
  "AGREED_INVITE",
  "REFUSE_INVITE",
  "JOIN_PROJECT",
  "DEVELOPER_JOIN_PROJECT",
  "DEVELOPER_CANCEL_JOIN_PROJECT",
  "COMMUNICATOR_APPLY_PROJECT",
  "COMMUNICATOR_CANCEL_APPLY_PROJECT",
  "BRIDGE_SYSTEM_ENGINEER_APPLY_PROJECT",
  "BRIDGE_SYSTEM_ENGINEER_CANCEL_APPLY_PROJECT",
  "MARK_RUN_PROJECT",
  "HOST_JOIN_PROJECT",
  // Somebody reacted to the reader's message. There is one notification for each person and message; it shows that
  // person's newest emoji.
  "REACT",
  // The reader's data export is ready to be downloaded, or could not be written. The client's specification does not
  // contain these types.
  "EXPORT_READY",
  "EXPORT_FAILED",
  // Somebody mentioned the reader, or replied in a thread that the reader follows. The client's specification does not
  // contain these types.
  "MENTION",
  "REPLY",
  // Somebody accepted the reader's mailed invitation to a conversation. The client's specification does not contain
  // this type.
  "INVITATION_ACCEPTED",
  // For admins: somebody requested activation of a profile, or sent the contact form. The client's specification does
  // not contain these types.
  "ACTIVATION_REQUESTED",
  "CONTACT_RECEIVED",
  // Another translator handed a claimed translation over to the reader. The client's specification does not contain
  // this type.
  "TRANSLATION_HANDED_OVER",
  // Somebody requested another translation to replace the reader's. The client's specification does not contain this
  // type.
  "TRANSLATION_SENT_BACK",
  // For agents of a bot: a visitor is waiting for a person. The client's specification does not contain this type.
  "LIVECHAT_WAITING",
  // Somebody handed a chat with a visitor over to the reader. The client's specification does not contain this type.
  "LIVECHAT_HANDED_OVER",
  // BOT_TEXTS_TRANSLATED: all texts of a bot are translated into a language now, as the reader requested.
  // BOT_TEXT_HANDED_OVER: another translator handed a bot's text over to the reader. The client's specification does
  // not contain these types.
  "BOT_TEXTS_TRANSLATED",
  "BOT_TEXT_HANDED_OVER",
  // For translators: somebody requests translations of a bot's texts. The client's specification does not contain this
  // type.
  "BOT_TEXTS_ASKED",
  // Somebody added the reader to the people who work on a bot. The client's specification does not contain this type.
  "BOT_PERSON_ADDED",
  // A host deactivated a project of the reader, or activated it again. The client's specification does not contain
  // these types.
  "DEACTIVATE_PROJECT",
  "ACTIVATE_PROJECT",
] as const;
export const notificationTypeSchema = z.enum(notificationTypes).meta({ id: "NotificationType" });
export type NotificationType = z.infer<typeof notificationTypeSchema>;

/** The details of a notification. Each notification type uses the fields that its text needs. */
export const notificationDataSchema = z
  .object({
    reason: z.string().max(500).optional(),
    project: z.object({ id: idSchema, name: z.string().max(200) }).optional(),
    bot: z.object({ id: idSchema, name: z.string().max(200) }).optional(),
    conversation_id: idSchema.optional(),
    message_id: idSchema.optional(),
    /** The root message of the thread, if the notification's message is in a thread. */
    parent_id: idSchema.optional(),
    /** The number of the message in its room or its thread. */
    number: z.number().int().optional(),
    /**
     * The name that the conversation or the visitor had when the notification was created. Absent if the conversation
     * has no name.
     */
    place: z.string().max(200).optional(),
    /** For translators: the bot's text that the notification is about. */
    bot_text: z.object({ container_id: idSchema, field: z.string().max(170) }).optional(),
    /** The language of the translation that the notification is about. */
    language: languageSchema.optional(),
    /** The note from the person who caused the notification. */
    note: z.string().max(500).optional(),
    emoji: z.string().max(64).optional(),
    /**
     * True if the notification is about a translator's question to the reader. The question is a reply to the reader's
     * message.
     */
    asks_author: z.boolean().optional(),
    contact_id: idSchema.optional(),
    /** The name of the person who sent the contact message. */
    sender: z.string().max(500).optional(),
  })
  .meta({ id: "NotificationData" });
export type NotificationData = z.infer<typeof notificationDataSchema>;

/** Maximum characters that a notification quotes from a message: about one line. */
export const maximumQuoteLength = 200;

export const notificationSchema = z
  .object({
    id: idSchema,
    type: notificationTypeSchema,
    read: z.boolean(),
    created_at: z.iso.datetime(),
    /**
     * The person who caused the notification. Null if the system caused it, or an admin in the name of the site, for
     * example by activating a profile.
     */
    actor: z
      .object({
        id: idSchema,
        name: z.string().max(200),
        /** The person's name in kana (`reading`) and in Latin letters (`latin_name`), as in `userSummarySchema`. */
        reading: z.string().max(200),
        latin_name: z.string().max(200),
        avatar: z.string().max(500).nullable(),
      })
      .nullable(),
    data: notificationDataSchema,
    /**
     * The beginning of the message as plain text. Null: the notification has no message, or the reader cannot read the
     * message now.
     */
    quote: z.object({ text: z.string().max(maximumQuoteLength), language: languageSchema }).nullable(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notificationSchema>;

/** A count of unread notifications or of unread threads. */
export const unreadCountSchema = z.object({ count_unread: z.number().int() }).meta({ id: "UnreadCount" });
const idParams = z.object({ id: idSchema });

export const listNotifications = endpoint({
  method: "GET",
  path: "/notifications",
  guard: "signed-in",
  limit: limits.read,
  summary:
    "Lists the caller's newest notifications, newest first. `above` tells whether there are older ones.",
  query: z.strictObject({
    paging: z.coerce.number().int().min(1).max(maximumPageSize).default(defaultPageSize),
    unread: z.enum(["true", "false"]).optional(),
    type: notificationTypeSchema.optional(),
  }),
  data: z.array(notificationSchema).max(maximumPageSize),
  meta: windowMetaSchema,
});

export const listOlderNotifications = endpoint({
  method: "GET",
  path: "/notifications/:id/above",
  guard: "signed-in",
  limit: limits.read,
  summary: "Lists the caller's notifications that are older than this one, newest first.",
  params: idParams,
  query: windowSizeQuery,
  data: z.array(notificationSchema).max(maximumPageSize),
  meta: windowMetaSchema,
});

export const countUnreadNotifications = endpoint({
  method: "GET",
  path: "/notifications/count_unread",
  guard: "signed-in",
  limit: limits.read,
  summary: "Counts the caller's unread notifications.",
  data: unreadCountSchema,
});

export const markNotificationRead = endpoint({
  method: "PATCH",
  path: "/notifications/:id/mark_read",
  guard: "signed-in",
  limit: limits.click,
  summary: "Marks a notification of the caller as read. Repeating the call is no error.",
  params: idParams,
  data: unreadCountSchema,
});

export const markAllNotificationsRead = endpoint({
  method: "PATCH",
  path: "/notifications/mark_read_all",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Marks all notifications of the caller as read, or with `project_id` only those about one project. The page of a project makes this call when it is opened.",
  query: z.strictObject({ project_id: idSchema.optional() }),
  data: unreadCountSchema,
});
