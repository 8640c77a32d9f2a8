import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { Notifications } from "../notifications/service.ts";
import * as store from "./store.ts";

/**
 * Writes a notification for the person who gets the translation, in the transaction of the hand-over. Call the returned
 * function after the commit to send it.
 */
export async function tellOfHandOver(
  tx: Kysely<DB>,
  notifications: Pick<Notifications, "write" | "announce">,
  given: { userId: string; otherId: string; message: Message; language: Language; note: string },
): Promise<() => void> {
  const { message, note } = given;
  const place = await store.findRoomName(tx, message.conversation_id);
  const id = await notifications.write(tx, {
    userId: given.otherId,
    type: "TRANSLATION_HANDED_OVER",
    actorId: given.userId,
    data: {
      conversation_id: message.conversation_id,
      message_id: message.id,
      language: given.language,
      ...(message.parent_id && { parent_id: message.parent_id }),
      ...(note && { note }),
      ...(place && { place }),
    },
  });
  return () => void notifications.announce([id]);
}
