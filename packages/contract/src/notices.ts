import { z } from "zod";
import type { ConversationKind } from "./conversation-kinds.ts";
import { isMentionedInRoom } from "./mentions.ts";
import type { Settings } from "./user-settings.ts";

/** Which messages of a room notify a person: all messages, messages that mention the person, or none. */
export const roomNoticeChoices = ["all", "mentions", "none"] as const;
export const roomNoticeSchema = z.enum(roomNoticeChoices).meta({ id: "RoomNotices" });
export type RoomNoticeChoice = (typeof roomNoticeChoices)[number];

/**
 * The facts that decide which messages of a room notify a reader. If `notify_about` is null, the reader's general
 * settings decide.
 */
export interface RoomNoticeSettings {
  readonly kind: ConversationKind;
  readonly muted: boolean;
  readonly notify_about: RoomNoticeChoice | null;
}

/**
 * Returns which messages of a room notify the reader. In a direct conversation all messages notify, unless the reader
 * has chosen otherwise for this conversation; the general setting does not matter there. A muted room notifies only of
 * mentions by name (`isMentionedInRoom`).
 */
export function findRoomNoticeChoice(
  { kind, muted, notify_about }: RoomNoticeSettings,
  generalSettings: Pick<Settings, "notify_about">,
): RoomNoticeChoice {
  const generalChoice = kind === "DIRECT" ? "all" : generalSettings.notify_about;
  const noticeChoice = notify_about ?? generalChoice;
  return muted && noticeChoice === "all" ? "mentions" : noticeChoice;
}

/** Whether another person's message notifies this reader of the room. */
export function doesMessageNotify(
  room: RoomNoticeSettings,
  generalSettings: Pick<Settings, "notify_about">,
  content: string,
  userId: string,
): boolean {
  const noticeChoice = findRoomNoticeChoice(room, generalSettings);
  return (
    noticeChoice === "all" || (noticeChoice === "mentions" && isMentionedInRoom(content, userId, room.muted))
  );
}
