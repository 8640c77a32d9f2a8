import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { maximumPageSize, pageSize, windowMeta, windowQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { storyEditorEvent } from "./story-editors.ts";
import { translationDraft } from "./translation-drafts.ts";

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
  // Somebody reacted to the reader's message. One notification for each person and message shows that
  // person's newest emoji.
  "REACT",
  // A notification type that the client's specification does not contain: the reader's export is ready.
  "EXPORT_READY",
  // A notification type that the client's specification does not contain: somebody mentioned the reader, or replied in
  // a thread that the reader began.
  "MENTION",
  "REPLY",
  // A notification type that the client's specification does not contain: somebody accepted the reader's mailed
  // invitation to a conversation.
  "INVITATION_ACCEPTED",
  // A notification type that the client's specification does not contain: for admins, that somebody requested
  // activation or wrote through the contact form.
  "ACTIVATION_REQUESTED",
  "CONTACT_RECEIVED",
  // A notification type that the client's specification does not contain: another translator handed over to the reader
  // a translation that they had claimed.
  "TRANSLATION_HANDED_OVER",
  // A notification type that the client's specification does not contain: somebody asks for another translation in
  // place of the reader's.
  "TRANSLATION_SENT_BACK",
  // A notification type that the client's specification does not contain: for agents of a bot, that a visitor waits for
  // a person to answer.
  "LIVECHAT_WAITING",
  // A notification type that the client's specification does not contain: somebody handed the reader a chat with a
  // visitor.
  "LIVECHAT_HANDED_OVER",
  // A notification type that the client's specification does not contain: all texts of a bot that the reader asked for
  // are translated into a language.
  "BOT_TEXTS_TRANSLATED",
  "BOT_TEXT_HANDED_OVER",
  // A notification type that the client's specification does not contain: somebody asks the reader, and the other
  // translators, for translations of a bot's texts.
  "BOT_TEXTS_ASKED",
  // A notification type that the client's specification does not contain: somebody added the reader to a bot.
  "BOT_PERSON_ADDED",
] as const;
export const notificationTypeSchema = z.enum(notificationTypes).meta({ id: "NotificationType" });
export type NotificationType = z.infer<typeof notificationTypeSchema>;

/** The details of a notification. Each type uses the fields that its sentence needs. */
export const notificationData = z
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
     * The name of the conversation, or of a visitor, when the notification was created. Absent if the conversation has
     * no name.
     */
    place: z.string().max(200).optional(),
    /** The text of the bot that the notification is about, for translators. */
    bot_text: z.object({ container_id: idSchema, field: z.string().max(170) }).optional(),
    /** The language of the translation that the notification is about. */
    language: languageSchema.optional(),
    /** The note that the person who caused the notification wrote. */
    note: z.string().max(500).optional(),
    emoji: z.string().max(64).optional(),
    /** True for a notification of a reply in which a translator asks the reader about their message. */
    asks_author: z.boolean().optional(),
    contact_id: idSchema.optional(),
    /** The name that the sender of a contact message gave. */
    sender: z.string().max(500).optional(),
  })
  .meta({ id: "NotificationData" });
export type NotificationData = z.infer<typeof notificationData>;

/** Maximum characters that a notification quotes: about one line. */
export const maximumQuoteLength = 200;

export const notification = z
  .object({
    id: idSchema,
    type: notificationTypeSchema,
    read: z.boolean(),
    created_at: z.iso.datetime(),
    /** The person who caused the notification. Null for the system, and for an admin, who decides for the site. */
    actor: z
      .object({
        id: idSchema,
        name: z.string().max(200),
        /** The actor's name in another script, as in `userSummary`. */
        reading: z.string().max(200),
        latin_name: z.string().max(200),
        avatar: z.string().max(500).nullable(),
      })
      .nullable(),
    data: notificationData,
    /**
     * The beginning of the notification's message in plain text. Null: there is no message, or the reader cannot read
     * it now.
     */
    quote: z.object({ text: z.string().max(maximumQuoteLength), language: languageSchema }).nullable(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

/** The number of unread notifications, or of unread threads. */
export const countUnread = z.object({ count_unread: z.number().int() }).meta({ id: "UnreadCount" });
const idParams = z.object({ id: idSchema });

export const listNotifications = endpoint({
  method: "GET",
  path: "/notifications",
  guard: "signed-in",
  limit: limits.read,
  summary:
    "Lists the caller's newest notifications, newest first. `above` tells whether there are older ones.",
  query: z.strictObject({
    paging: z.coerce.number().int().min(1).max(maximumPageSize).default(pageSize),
    unread: z.enum(["true", "false"]).optional(),
    type: notificationTypeSchema.optional(),
  }),
  data: z.array(notification).max(maximumPageSize),
  meta: windowMeta,
});

export const notificationsAbove = endpoint({
  method: "GET",
  path: "/notifications/:id/above",
  guard: "signed-in",
  limit: limits.read,
  summary: "Lists the caller's notifications that are older than this one, newest first.",
  params: idParams,
  query: windowQuery,
  data: z.array(notification).max(maximumPageSize),
  meta: windowMeta,
});

export const countUnreadNotifications = endpoint({
  method: "GET",
  path: "/notifications/count_unread",
  guard: "signed-in",
  limit: limits.read,
  summary: "Counts the caller's unread notifications.",
  data: countUnread,
});

export const markNotificationRead = endpoint({
  method: "PATCH",
  path: "/notifications/:id/mark_read",
  guard: "signed-in",
  limit: limits.click,
  summary: "Marks a notification of the caller as read. Repeating the call is no error.",
  params: idParams,
  data: countUnread,
});

export const markAllNotificationsRead = endpoint({
  method: "PATCH",
  path: "/notifications/mark_read_all",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Marks all notifications of the caller as read, or with `project_id` only those about one project. The page of a project makes this call when it is opened.",
  query: z.strictObject({ project_id: idSchema.optional() }),
  data: countUnread,
});

/**
 * The events on `/queue/{endpoint}` that concern the person and no conversation, so they have no `seq`. The
 * event of a new notification has the notification's type (docs/rules.md).
 */
export const personalEvent = z.discriminatedUnion("type", [
  z.object({ type: notificationTypeSchema, notification, count_unread: z.number().int() }),
  /** The event that the person read their notifications, here or on another device. */
  z.object({ type: z.literal("NOTIFICATIONS_READ"), count_unread: z.number().int() }),
  /** The event that the person's role or activation changed, mostly by an admin. */
  z.object({ type: z.literal("ACCOUNT_CHANGED") }),
  /** The event, for admins, that the counts of `GET /admin/waiting` may have changed. */
  z.object({ type: z.literal("WAITING_CHANGED") }),
  /**
   * The event, for people who are or were members of the project, that its texts, their translations, its members or
   * its status changed.
   */
  z.object({ type: z.literal("PROJECT_CHANGED"), project_id: idSchema }),
  /** The event, for people who work on the bot, that a story was saved, published, switched on or off, or deleted. */
  z.object({ type: z.literal("BOT_STORY_CHANGED"), bot_id: idSchema, flow_id: idSchema }),
  storyEditorEvent,
  /** The event that files or folders of the person's drive changed, here or on another device. */
  z.object({ type: z.literal("DRIVE_CHANGED") }),
  /** The event, for agents of the bot, that somebody waits in its inbox, or that a talk in it changed. */
  z.object({ type: z.literal("LIVECHAT_CHANGED"), bot_id: idSchema }),
  /**
   * The event, for people who work on the bot, that in a talk on an outside platform a delivery changed, or the time
   * until which the platform allows messages. `talk_id` is the conversation, of which they need not be members.
   */
  z.object({ type: z.literal("OUTSIDE_TALK_CHANGED"), bot_id: idSchema, talk_id: idSchema }),
  /**
   * The event, for people who work on the bot, that a page of an outside platform that is connected to the bot changed.
   */
  z.object({ type: z.literal("CHANNEL_PAGE_CHANGED"), bot_id: idSchema }),
  /**
   * The event, for people who work on the bot, that something about its texts changed. Texts were requested, claimed,
   * given back or translated, a request was withdrawn, or an article, a phrase or a canned answer changed.
   */
  z.object({ type: z.literal("BOT_TEXTS_CHANGED"), bot_id: idSchema }),
  /**
   * The event, for people who work on the bot, that a broadcast was created or deleted, or that its state or counts
   * changed.
   */
  z.object({ type: z.literal("BOT_BROADCAST_CHANGED"), bot_id: idSchema }),
  /**
   * The event that the person's draft of a translation was saved, discarded or submitted on one of their devices, maybe
   * after they left the draft's room.
   */
  z.object({ type: z.literal("TRANSLATION_DRAFT_CHANGED"), draft: translationDraft }),
]);
export type PersonalEvent = z.infer<typeof personalEvent>;
