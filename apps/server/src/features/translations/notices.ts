import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as store from "./store.ts";

type NotificationWriter = Pick<Notifications, "write" | "announce">;

interface TranslationNotice {
  readonly userId: string;
  readonly type: "TRANSLATION_HANDED_OVER" | "TRANSLATION_SENT_BACK";
  readonly actorId: string;
  readonly message: Message;
  readonly language: Language;
  readonly note: string;
}

/**
 * Writes a notification about a translation in the caller's transaction. The returned function sends the notification;
 * call it after the commit.
 */
async function writeNotice(
  tx: Kysely<DB>,
  notifications: NotificationWriter,
  { message, language, note, ...notice }: TranslationNotice,
): Promise<() => void> {
  const roomName = await store.findRoomName(tx, message.conversation_id);
  const id = await notifications.write(tx, {
    ...notice,
    data: {
      conversation_id: message.conversation_id,
      message_id: message.id,
      language,
      ...(message.parent_id && { parent_id: message.parent_id }),
      ...(note && { note }),
      ...(roomName && { place: roomName }),
    },
  });
  return () => void notifications.announce([id]);
}

/** Writes a notification for the person to whom the translation was handed over. */
export const notifyOfHandOver = (
  tx: Kysely<DB>,
  notifications: NotificationWriter,
  {
    userId,
    otherId,
    ...notice
  }: Omit<TranslationNotice, "userId" | "type" | "actorId"> & { userId: string; otherId: string },
) =>
  writeNotice(tx, notifications, {
    ...notice,
    userId: otherId,
    type: "TRANSLATION_HANDED_OVER",
    actorId: userId,
  });

export interface SentBackTranslation {
  readonly userId: string;
  readonly writerId: string;
  readonly reason: string;
  readonly message: Message;
  readonly language: Language;
}

/**
 * Writes a notification for the person whose translation was sent back, unless this person has left the conversation.
 */
export async function notifyOfSendingBack(
  tx: Kysely<DB>,
  { notifications, rooms }: { notifications: NotificationWriter; rooms: Pick<Rooms, "isMember"> },
  { userId, writerId, reason, message, language }: SentBackTranslation,
): Promise<() => void> {
  if (!(await rooms.isMember(writerId, message.conversation_id, tx))) return () => {};
  const notice = { userId: writerId, actorId: userId, message, language, note: reason };
  return writeNotice(tx, notifications, { ...notice, type: "TRANSLATION_SENT_BACK" });
}
