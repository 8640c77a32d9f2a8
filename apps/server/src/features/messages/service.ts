import { placeholder } from "@kakehashi/contract/flows/placeholder";
import type { Language } from "@kakehashi/contract/languages";
import { mentionsOf } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { Database } from "../../kit/db/database.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import type { Router } from "../../kit/http/route.ts";
import type { TextLimit } from "../../kit/http/text-limit.ts";
import { newId } from "../../kit/ids.ts";
import type { Log } from "../../kit/log.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Live } from "../live/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Rooms } from "../rooms/service.ts";
import * as append from "./append-store.ts";
import { createChanges } from "./changes.ts";
import { detectLanguage } from "./language.ts";
import { publishMessageEvents } from "./live.ts";
import { RoomOutbox } from "./outbox.ts";
import { messageRoutes } from "./routes.ts";
import * as store from "./store.ts";
import { createWindows } from "./windows.ts";
import { createWork } from "./work.ts";

export { detectLanguage } from "./language.ts";
export { everybodyMention } from "./mentioned.ts";
export {
  bytesOfMessage,
  type MessageRow,
  measuredColumns,
  messageColumns,
  presentMessage,
} from "./message-row.ts";

type ComputeTranslations = Parameters<typeof createChanges>[0]["computeTranslations"];
/** Lets the colleagues into a room whom a note mentions. With `readNumber` the messages after it are unread for them. */
type AddMentionedColleagues = (
  note: { authorId: string; roomId: string; readNumber: number | null },
  userIds: readonly string[],
) => Promise<void>;
type Author = Pick<Actor, "userId" | "writingLanguage">;

interface SendInput {
  client_id: string;
  content: string;
  parent_id?: string | undefined;
  file_ids?: string[] | undefined;
  kind?: "NOTE" | undefined;
  language?: Language | undefined;
}

export type Messages = ReturnType<typeof createMessages>;

export interface MessageDependencies {
  db: Database;
  events: Events;
  log: Log;
  live: Live;
  rooms: Rooms;
  files: Files;
  notifications: Notifications;
  textLimit: TextLimit;
}

export function createMessages(allParts: MessageDependencies) {
  const { db, events, live, rooms, files, notifications, textLimit, ...parts } = allParts;
  const messageWork = createWork({ db: db.kysely, log: parts.log.child({ feature: "messages" }) });
  publishMessageEvents(events, live);

  async function write(roomId: string, messages: readonly append.NewMessage[]): Promise<Message[]> {
    const { added } = await append.appendMessages(db, roomId, null, messages);
    for (const message of added) events.publish("MessageSent", { message });
    return added;
  }

  async function reply(
    roomId: string,
    parentId: string,
    message: append.NewMessage,
  ): Promise<Message | undefined> {
    const add = () => append.appendMessages(db, roomId, parentId, [message]);
    const { added, parent } = await rooms.inTurn(roomId, add, message.user_id);
    const [addedReply] = added;
    if (addedReply) events.publish("MessageSent", { message: addedReply });
    if (parent) events.publish("MessageChanged", { message: parent });
    return addedReply;
  }
  const outbox = new RoomOutbox(write);

  async function findInRoom(userId: string, roomId: string, messageId: string): Promise<Message> {
    await rooms.requireMember(userId, roomId);
    const message = await store.findMessage(db.kysely, roomId, messageId);
    if (!message) throw notFound();
    return message;
  }

  let computeTranslations: ComputeTranslations = async () => null;
  const changes = createChanges({
    computeTranslations: (tx, message) => computeTranslations(tx, message),
    db: db.kysely,
    events,
    files,
    notifications,
    textLimit,
    rooms,
  });

  let addMentionedColleagues: AddMentionedColleagues = async () => {};

  return {
    ...createWindows(db.kysely, rooms),
    async edit(
      author: Author,
      roomId: string,
      messageId: string,
      input: { content: string; revision?: number | undefined },
    ): Promise<Message> {
      const { userIds } = mentionsOf(input.content);
      const before = userIds.length > 0 && (await store.findMessage(db.kysely, roomId, messageId));
      if (before && before.kind === "NOTE" && before.user_id === author.userId)
        await addMentionedColleagues(
          { authorId: author.userId, roomId, readNumber: before.number - 1 },
          userIds,
        );
      return changes.edit(author, roomId, messageId, input);
    },
    remove: changes.remove,
    removeForServer: changes.removeMessageForServer,
    removeFiles: changes.removeFiles,
    setPreviews: changes.setPreviews,
    /** Finds a message without a check of access: for internal work, never for an answer. */
    findForServer: (roomId: string, messageId: string, executor: Kysely<DB> = db.kysely) =>
      store.findMessage(executor, roomId, messageId),
    react: changes.react,
    pin: changes.setPinned,
    bookmark: changes.bookmark,
    bookmarkAll: changes.bookmarkAll,
    setLanguage: changes.setLanguage,
    translate: changes.translate,

    /**
     * Registers how an edit changes a message's translations, in the edit's transaction. The feature
     * `translations` calls this.
     */
    defineTranslationUpdate(compute: ComputeTranslations): void {
      computeTranslations = compute;
    },

    /** Registers who may be mentioned by a note without being a member. The feature `livechat` calls this. */
    defineAddMentionedColleagues(letIn: AddMentionedColleagues): void {
      addMentionedColleagues = letIn;
    },

    /** Finds a message by its id alone, for a member of its conversation. */
    async findForMember(userId: string, messageId: string): Promise<Message> {
      const message = await store.findReadable(db.kysely, userId, messageId);
      if (!message) throw notFound();
      return message;
    },

    async pins(userId: string, roomId: string, skip: number) {
      await rooms.requireMember(userId, roomId);
      return changes.listPins(roomId, skip);
    },

    async revisions(
      userId: string,
      roomId: string,
      messageId: string,
      { before, paging }: { before?: number | undefined; paging: number },
    ) {
      await findInRoom(userId, roomId, messageId);
      return changes.listRevisions(roomId, messageId, before ?? null, paging);
    },

    async send({ userId, writingLanguage }: Author, roomId: string, input: SendInput): Promise<Message> {
      const { client_id, content, parent_id, file_ids, kind } = input;
      textLimit(userId, content);
      // A canned answer whose placeholder nobody filled in. Only such texts cost a query.
      const hasPlaceholder = kind !== "NOTE" && parent_id === undefined && content.search(placeholder) >= 0;
      if (hasPlaceholder && (await rooms.isOutside(roomId))) {
        await rooms.requireMember(userId, roomId);
        throw new AppError("CHANNEL.UNFILLED", { fields: { content: "invalid" } });
      }
      if (file_ids) {
        // A repeated request names files that the first message already has, or uploads new copies of them.
        const sent = await store.findByClientId(db.kysely, roomId, userId, client_id);
        if (sent) {
          await rooms.requireMember(userId, roomId);
          rooms.remindOfSeq(roomId);
          await files.discardUnsent(userId, file_ids);
          return sent;
        }
      }
      // Before the note is written, so that it is unread for them and notifies them as everybody in the room.
      const mentioned = kind === "NOTE" ? mentionsOf(content).userIds : [];
      if (mentioned.length > 0)
        await addMentionedColleagues({ authorId: userId, roomId, readNumber: null }, mentioned);
      const message = {
        id: newId(),
        user_id: userId,
        client_id,
        content,
        language: detectLanguage(content, input.language ?? writingLanguage),
        ...(file_ids && { files: await files.listUnsent(userId, roomId, file_ids) }),
        ...(kind === "NOTE" && { is_note: true }),
      };
      const added = await (parent_id === undefined
        ? outbox.send(roomId, message)
        : reply(roomId, parent_id, message));
      if (added) return added;
      // Throws unless the author is a member. After a repeated request the author may have left the room
      // since.
      await rooms.requireMember(userId, roomId);
      const stored = await store.findByClientId(db.kysely, roomId, userId, client_id);
      if (stored) {
        // Two processes received the same message, each with its own copies of the files. This process
        // deletes its copies.
        if (file_ids) await files.discardUnsent(userId, file_ids);
        // This is a repeated request whose answer was lost. Perhaps no client received the message's event
        // either.
        rooms.remindOfSeq(roomId);
        return stored;
      }
      await rooms.requireOpenRoom(userId, roomId);
      if (parent_id !== undefined && (await findInRoom(userId, roomId, parent_id)).parent_id !== null)
        throw notFound();
      if (kind === "NOTE" && !(await rooms.isOutside(roomId)))
        throw new AppError("ERR.INPUT", { fields: { kind: "choice" } });
      // The file was taken between the check and the send.
      throw file_ids ? new AppError("FILE.GONE") : notFound();
    },

    findOne: findInRoom,

    /**
     * Stores messages of a room in another feature's transaction. The caller publishes `MessageSent` for each
     * after its commit.
     */
    appendIn: append.appendInTransaction,
    /** Stores one message in each of several rooms, in another feature's transaction. */
    appendEach: append.appendOnePerRoom,

    /** Work after a message that must not be lost: see the trigger in migration 160. */
    defineWork: messageWork.defineRecovery,
    markWorkDone: messageWork.markDone,
    start: messageWork.start,
    close: messageWork.close,

    /** Lists changed messages. The caller has checked that the reader may see them. */
    listChanged: (
      roomId: string,
      range: { since: number; until: number },
      limit: number,
      executor: Kysely<DB> = db.kysely,
    ) => store.listChanged(executor, roomId, range, limit),

    routes({ route }: Router): void {
      messageRoutes(route, this, files, rooms);
    },
  };
}
