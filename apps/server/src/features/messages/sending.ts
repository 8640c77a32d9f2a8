import { placeholderPattern } from "@kakehashi/contract/flows/placeholder";
import type { Language } from "@kakehashi/contract/languages";
import { findMentionedPeople } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { newId } from "../../kit/ids.ts";
import { withoutDeletedNames } from "../users/service.ts";
import * as append from "./append-store.ts";
import type { AddMentionedColleagues, MessageAuthor, MessageDependencies } from "./dependencies.ts";
import { detectLanguage } from "./language.ts";
import { NewMessageBatcher } from "./outbox.ts";
import * as store from "./store.ts";

interface SendInput {
  client_id: string;
  content: string;
  parent_id?: string | undefined;
  file_ids?: string[] | undefined;
  kind?: "NOTE" | undefined;
  language?: Language | undefined;
}

interface MessageSendingDependencies
  extends Pick<MessageDependencies, "db" | "events" | "rooms" | "files" | "textLimiter"> {
  readonly addMentionedColleagues: AddMentionedColleagues;
  findInRoom(userId: string, roomId: string, messageId: string): Promise<Message>;
}

/** Sends a person's message. If the request is repeated, the message is still stored only once. */
export function createSending({
  db,
  events,
  rooms,
  files,
  textLimiter,
  addMentionedColleagues,
  findInRoom,
}: MessageSendingDependencies) {
  async function writeMessages(roomId: string, messages: readonly append.NewMessage[]): Promise<Message[]> {
    const { storedMessages } = await append.appendMessages(db, roomId, null, messages);
    for (const message of storedMessages) events.publish("MessageSent", { message });
    return storedMessages;
  }

  async function replyInThread(
    roomId: string,
    parentId: string,
    message: append.NewMessage,
  ): Promise<Message | undefined> {
    const appendReply = () => append.appendMessages(db, roomId, parentId, [message]);
    const { storedMessages, parent } = await rooms.inTurn(roomId, appendReply, message.user_id);
    const [addedReply] = storedMessages;
    if (addedReply) events.publish("MessageSent", { message: addedReply });
    if (parent) events.publish("MessageChanged", { message: parent });
    return addedReply;
  }
  const outbox = new NewMessageBatcher(writeMessages);

  async function sendToRoom(
    { userId, writingLanguage }: MessageAuthor,
    roomId: string,
    input: SendInput,
  ): Promise<Message> {
    const { client_id, parent_id, file_ids, kind } = input;
    textLimiter(userId, input.content);
    const content = await withoutDeletedNames(db.kysely, input.content);
    // Refuses a message to a visitor that contains an unfilled placeholder of a canned answer. Only a text with a
    // placeholder needs the query whether the room has a visitor.
    const hasPlaceholder =
      kind !== "NOTE" && parent_id === undefined && content.search(placeholderPattern) >= 0;
    if (hasPlaceholder && (await rooms.isOutside(roomId))) {
      await rooms.requireMember(userId, roomId);
      throw new AppError("CHANNEL.UNFILLED", { fields: { content: "invalid" } });
    }
    const mentionedIds = kind === "NOTE" ? findMentionedPeople(content).userIds : [];
    if (file_ids || mentionedIds.length > 0) {
      // If the request is repeated, returns the stored message and deletes the new copies of its files. No colleagues
      // are added then, because the repeated text may mention other people.
      const sentMessage = await store.findByClientId(db.kysely, roomId, userId, client_id);
      if (sentMessage) {
        await rooms.requireMember(userId, roomId);
        rooms.remindOfSeq(roomId);
        if (file_ids) await files.discardUnsent(userId, file_ids);
        return sentMessage;
      }
    }
    // Adds the mentioned colleagues before the note is stored, so that the note is unread for them and they are
    // notified.
    if (mentionedIds.length > 0)
      await addMentionedColleagues({ authorId: userId, roomId, readNumber: null }, mentionedIds);
    const message = {
      id: newId(),
      user_id: userId,
      client_id,
      content,
      language: detectLanguage(content, input.language ?? writingLanguage),
      ...(file_ids && { files: await files.listUnsent(userId, roomId, file_ids) }),
      ...(kind === "NOTE" && { is_note: true }),
    };
    const addedMessage = await (parent_id === undefined
      ? outbox.writeInBatch(roomId, message)
      : replyInThread(roomId, parent_id, message));
    if (addedMessage) return addedMessage;
    // The message was not stored. If the reason is that the author has left the room, the request is refused, even if
    // it repeats an earlier one.
    await rooms.requireMember(userId, roomId);
    const storedMessage = await store.findByClientId(db.kysely, roomId, userId, client_id);
    if (storedMessage) {
      // Two processes received the same request, each with its own copies of the files. This process deletes its
      // copies.
      if (file_ids) await files.discardUnsent(userId, file_ids);
      // The request repeats one whose response was lost. The live event of the message may be lost too, so clients are
      // told to check for missed changes.
      rooms.remindOfSeq(roomId);
      return storedMessage;
    }
    await rooms.requireOpenRoom(userId, roomId);
    if (parent_id !== undefined && (await findInRoom(userId, roomId, parent_id)).parent_id !== null)
      throw createNotFoundError();
    if (kind === "NOTE" && !(await rooms.isOutside(roomId)))
      throw new AppError("ERR.INPUT", { fields: { kind: "choice" } });
    // Another message with this file was sent after this request had checked the file. A file can be in only one
    // message.
    throw file_ids ? new AppError("FILE.GONE") : createNotFoundError();
  }

  return { send: sendToRoom };
}
