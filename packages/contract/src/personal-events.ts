import { z } from "zod";
import { idSchema } from "./kit/ids.ts";
import { notificationSchema, notificationTypeSchema } from "./notifications.ts";
import { storyEditorEventSchema } from "./story-editors.ts";
import { translationDraftSchema } from "./translation-drafts.ts";

/**
 * The events on `/queue/{endpoint}` that concern only the person and not a conversation, so they have no `seq`. The
 * event for a new notification has the name of the notification's type (docs/rules.md).
 */
export const personalEventSchema = z.discriminatedUnion("type", [
  z.object({
    type: notificationTypeSchema,
    notification: notificationSchema,
    count_unread: z.number().int(),
  }),
  /** The person read notifications in this client or in another one. */
  z.object({ type: z.literal("NOTIFICATIONS_READ"), count_unread: z.number().int() }),
  /** The person's role or activation changed, for example because an admin changed it. */
  z.object({ type: z.literal("ACCOUNT_CHANGED") }),
  /** For admins: the counts from `GET /admin/waiting` may have changed. */
  z.object({ type: z.literal("WAITING_CHANGED") }),
  /** For people who are or were members of the project: its texts, translations, members or status changed. */
  z.object({ type: z.literal("PROJECT_CHANGED"), project_id: idSchema }),
  /** For people who work on the bot: a story was saved, published, switched on or off, or deleted. */
  z.object({ type: z.literal("BOT_STORY_CHANGED"), bot_id: idSchema, flow_id: idSchema }),
  storyEditorEventSchema,
  /** Files or folders of the person's drive changed, by this client or another. */
  z.object({ type: z.literal("DRIVE_CHANGED") }),
  /** For agents of the bot: a visitor is waiting in the bot's inbox, or a conversation in the inbox changed. */
  z.object({ type: z.literal("LIVECHAT_CHANGED"), bot_id: idSchema }),
  /**
   * For people who work on the bot, about a conversation on an outside platform: the state of a delivery changed, or
   * the time until which the platform allows messages. `talk_id` is the id of the conversation. The recipients need not
   * be its members.
   */
  z.object({ type: z.literal("OUTSIDE_TALK_CHANGED"), bot_id: idSchema, talk_id: idSchema }),
  /** For people who work on the bot: one of the bot's connected pages of an outside platform changed. */
  z.object({ type: z.literal("CHANNEL_PAGE_CHANGED"), bot_id: idSchema }),
  /**
   * For people who work on the bot: its texts, or the work on their translations, changed. For example, a translation
   * was requested, claimed, submitted or withdrawn, or an article, a phrase or a canned answer changed.
   */
  z.object({ type: z.literal("BOT_TEXTS_CHANGED"), bot_id: idSchema }),
  /** For people who work on the bot: a broadcast was created or deleted, or its state or counts changed. */
  z.object({ type: z.literal("BOT_BROADCAST_CHANGED"), bot_id: idSchema }),
  /**
   * On one of the person's devices, a draft of a translation was saved, discarded or submitted. The person may have
   * left the draft's room since then.
   */
  z.object({ type: z.literal("TRANSLATION_DRAFT_CHANGED"), draft: translationDraftSchema }),
]);
export type PersonalEvent = z.infer<typeof personalEventSchema>;
