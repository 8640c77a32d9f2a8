import { z } from "zod";
import type { ConversationKind } from "./conversation-kinds.ts";
import { isMentionedInRoom } from "./mentions.ts";
import type { Settings } from "./user-settings.ts";

/** Which messages of a room notify a person: all, those that mention them, or none. */
export const roomNoticeChoices = ["all", "mentions", "none"] as const;
export const roomNoticeSchema = z.enum(roomNoticeChoices).meta({ id: "RoomNotices" });
export type RoomNoticeChoice = (typeof roomNoticeChoices)[number];

/**
 * The facts that decide which messages of a room notify a reader. `notify_about` is null: as in the reader's general
 * settings.
 */
export interface NoticeRoom {
  readonly kind: ConversationKind;
  readonly muted: boolean;
  readonly notify_about: RoomNoticeChoice | null;
}

/**
 * Returns which messages of a room notify its reader. If the reader's settings say "mentions", messages of a
 * direct conversation notify as well. A muted room notifies only of mentions by name: see `isMentionedInRoom`.
 */
export function notificationChoiceOf(
  { kind, muted, notify_about }: NoticeRoom,
  settings: Pick<Settings, "notify_about">,
): RoomNoticeChoice {
  const generalChoice = kind === "DIRECT" ? "all" : settings.notify_about;
  const noticeChoice = notify_about ?? generalChoice;
  return muted && noticeChoice === "all" ? "mentions" : noticeChoice;
}

/** Whether a message by somebody else notifies this reader of the room. */
export function doesMessageNotify(
  room: NoticeRoom,
  settings: Pick<Settings, "notify_about">,
  content: string,
  userId: string,
): boolean {
  const noticeChoice = notificationChoiceOf(room, settings);
  return (
    noticeChoice === "all" || (noticeChoice === "mentions" && isMentionedInRoom(content, userId, room.muted))
  );
}
