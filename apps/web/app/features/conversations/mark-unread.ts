import type { Conversation } from "@kakehashi/contract/conversations";
import { listMessages } from "@kakehashi/contract/messages";
import { markMessageUnread } from "@kakehashi/contract/threads";
import { call } from "../../kit/api.ts";
import { keepUnread } from "./open.ts";

/**
 * Marks the newest message of another person, and all messages after it, as unread. Returns false if nobody else has
 * written.
 */
export async function markRoomUnread({ id, last_message }: Conversation, userId: string): Promise<boolean> {
  const countsAsUnread = (message: { user_id: string; deleted: boolean }) =>
    message.user_id !== userId && !message.deleted;
  const newestMessageOfOthers =
    last_message && countsAsUnread(last_message)
      ? last_message
      : (await call(listMessages, { params: { id } })).data.findLast(countsAsUnread);
  if (!newestMessageOfOthers) return false;
  await call(markMessageUnread, { params: { id, mid: newestMessageOfOthers.id } });
  keepUnread(id, newestMessageOfOthers.number - 1);
  return true;
}
