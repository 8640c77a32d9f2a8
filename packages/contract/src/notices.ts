import { z } from "zod";
import type { ConversationKind } from "./conversations.ts";
import { callsInRoom } from "./mentions.ts";
import type { Settings } from "./users.ts";

/** Of what a person is told in one room: every message, those that call them, or nothing. */
export const roomNoticeChoices = ["all", "mentions", "none"] as const;
export const roomNoticeSchema = z.enum(roomNoticeChoices).meta({ id: "RoomNotices" });
export type RoomNoticeChoice = (typeof roomNoticeChoices)[number];

/** What a room's reader chose for it; without a choice of its own it follows their settings. */
export interface NoticeRoom {
  readonly kind: ConversationKind;
  readonly muted: boolean;
  readonly notify_about: RoomNoticeChoice | null;
}

/**
 * Of what a room tells its reader. Where the settings ask for mentions alone, words said to them alone count as such. A
 * muted room tells of calls only, by name: see `callsInRoom`.
 */
export function noticesOf(
  { kind, muted, notify_about }: NoticeRoom,
  settings: Pick<Settings, "notify_about">,
): RoomNoticeChoice {
  const usual = kind === "DIRECT" ? "all" : settings.notify_about;
  const chosen = notify_about ?? usual;
  return muted && chosen === "all" ? "mentions" : chosen;
}

/** Whether a room's reader is told of a message in it that somebody else wrote. */
export function isNoticed(
  room: NoticeRoom,
  settings: Pick<Settings, "notify_about">,
  content: string,
  userId: string,
): boolean {
  const wanted = noticesOf(room, settings);
  return wanted === "all" || (wanted === "mentions" && callsInRoom(content, userId, room.muted));
}
