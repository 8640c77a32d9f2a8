import { createMessagePath } from "@kakehashi/contract/address";
import { markForTranslation } from "@kakehashi/contract/bookmarks";
import {
  deleteMessage,
  editMessage,
  removeMessageFiles,
  setMessagePinned,
  toggleMessageReaction,
} from "@kakehashi/contract/changes";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { markMessageUnread } from "@kakehashi/contract/threads";
import { call } from "../../../kit/api.ts";
import { applyChangedMessage } from "./chats.ts";

const messageParamsOf = ({ conversation_id: id, id: mid }: Message) => ({ params: { id, mid } });

/**
 * Saves a message's new text. `revision` is the revision that the writer has edited. Throws MESSAGE.EDITED if the
 * message has a newer revision.
 */
export async function saveMessageText(message: Message, content: string, revision: number): Promise<Message> {
  const { data } = await call(editMessage, { ...messageParamsOf(message), body: { content, revision } });
  applyChangedMessage(data);
  return data;
}

export async function deleteMessageOnServer(message: Message): Promise<void> {
  applyChangedMessage((await call(deleteMessage, messageParamsOf(message))).data);
}

/** Removes a file. A message without text is deleted with its last file. */
export async function removeMessageFile(message: Message, fileId: string): Promise<void> {
  applyChangedMessage(
    (await call(removeMessageFiles, { ...messageParamsOf(message), query: { file_id: fileId } })).data,
  );
}

export async function toggleReaction(message: Message, type: string): Promise<void> {
  applyChangedMessage(
    (await call(toggleMessageReaction, { ...messageParamsOf(message), query: { type } })).data,
  );
}

export async function saveMessagePinned(message: Message, pinned: boolean): Promise<void> {
  applyChangedMessage((await call(setMessagePinned, { ...messageParamsOf(message), body: { pinned } })).data);
}

/** Requests a translation into this language. If it was requested before, nothing changes. */
export async function requestTranslation(message: Message, language: Language): Promise<void> {
  const { data } = await call(markForTranslation, {
    ...messageParamsOf(message),
    body: { languages: [language] },
  });
  applyChangedMessage(data.message);
}

/**
 * Adds or removes the reader's own bookmark. Returns `waits` if the message now waits for a translation, and
 * `translated` if all requested translations exist.
 */
export async function toggleBookmark(message: Message): Promise<"removed" | "waits" | "translated"> {
  const { data } = await call(markForTranslation, { ...messageParamsOf(message), body: {} });
  applyChangedMessage(data.message);
  if (!data.marked) return "removed";
  const { translations = [] } = data.message;
  const isFullyTranslated =
    translations.length > 0 && !translations.some(({ state }) => state.startsWith("NEEDS"));
  return isFullyTranslated ? "translated" : "waits";
}

export async function markUnreadFromMessage(message: Message): Promise<void> {
  await call(markMessageUnread, messageParamsOf(message));
}

/** Returns the full URL of a message. It works for everybody in the room. */
export function messageUrlOf({ conversation_id, id, parent_id }: Message): string {
  return location.origin + createMessagePath(conversation_id, id, parent_id);
}
