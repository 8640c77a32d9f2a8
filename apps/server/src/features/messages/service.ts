import { findMentionedPeople } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import { withoutDeletedNames } from "../users/service.ts";
import * as append from "./append-store.ts";
import { createMessageChanger } from "./change.ts";
import { createChanges } from "./changes.ts";
import { createDeletedNameRemoval } from "./deleted-names.ts";
import type { AddMentionedColleagues, MessageAuthor, MessageDependencies } from "./dependencies.ts";
import { createFollowUpTaskTracker } from "./follow-up-tasks.ts";
import { startPublishingMessageEvents } from "./live.ts";
import { createMessageWindows } from "./message-windows.ts";
import { createSending } from "./sending.ts";
import * as store from "./store.ts";

export { detectLanguage } from "./language.ts";
export {
  bytesOfMessage,
  type MessageRow,
  messageColumns,
  messageOfRow,
  messageSizeColumns,
} from "./message-row.ts";

type ComputeTranslations = Parameters<typeof createChanges>[0]["computeTranslations"];

export type Messages = ReturnType<typeof createMessages>;

export function createMessages(dependencies: MessageDependencies) {
  const { db, events, live, rooms, files, notifications, textLimiter, ...otherDependencies } = dependencies;
  const messageWork = createFollowUpTaskTracker({
    db: db.kysely,
    log: otherDependencies.log.child({ feature: "messages" }),
  });
  startPublishingMessageEvents(events, live);

  async function findInRoom(userId: string, roomId: string, messageId: string): Promise<Message> {
    await rooms.requireMember(userId, roomId);
    const message = await store.findMessage(db.kysely, roomId, messageId);
    if (!message) throw createNotFoundError();
    return message;
  }

  let computeTranslations: ComputeTranslations = async () => null;
  const changes = createChanges({
    computeTranslations: (tx, message) => computeTranslations(tx, message),
    db: db.kysely,
    events,
    files,
    notifications,
    textLimiter,
    rooms,
  });

  let addMentionedColleagues: AddMentionedColleagues = async () => {};
  const { send } = createSending({
    ...dependencies,
    addMentionedColleagues: (mentionNote, userIds) => addMentionedColleagues(mentionNote, userIds),
    findInRoom,
  });

  return {
    ...createMessageWindows(db.kysely, rooms),
    removeNamesOfDeletedPeople: createDeletedNameRemoval({
      db: db.kysely,
      change: createMessageChanger({ db: db.kysely, events, rooms }),
    }),
    async edit(
      author: MessageAuthor,
      roomId: string,
      messageId: string,
      { revision, ...input }: { content: string; revision?: number | undefined },
    ): Promise<Message> {
      const content = await withoutDeletedNames(db.kysely, input.content);
      const { userIds } = findMentionedPeople(content);
      const messageBefore = userIds.length > 0 && (await store.findMessage(db.kysely, roomId, messageId));
      // Adds colleagues only if the edit will succeed: the message exists, and nobody else has edited it in the
      // meantime.
      const isCurrent =
        messageBefore &&
        !messageBefore.deleted &&
        (revision === undefined || revision === messageBefore.revision);
      if (isCurrent && messageBefore.kind === "NOTE" && messageBefore.user_id === author.userId)
        await addMentionedColleagues(
          { authorId: author.userId, roomId, readNumber: messageBefore.number - 1 },
          userIds,
        );
      return changes.edit(author, roomId, messageId, { content, revision });
    },
    remove: changes.remove,
    removeForServer: changes.removeMessageForServer,
    removeFiles: changes.removeFiles,
    setPreviews: changes.setPreviews,
    /**
     * Finds a message without checking who may read it. Use this only for the server's own work, never for a response.
     */
    findForServer: (roomId: string, messageId: string, executor: Kysely<DB> = db.kysely) =>
      store.findMessage(executor, roomId, messageId),
    react: changes.react,
    pin: changes.setPinned,
    bookmark: changes.bookmark,
    bookmarkAll: changes.bookmarkAll,
    setLanguage: changes.setLanguage,
    translate: changes.translate,

    /**
     * Registers the function that returns a message's translations after an edit. It runs in the edit's transaction.
     * The feature `translations` calls this.
     */
    defineTranslationUpdate(computeUpdate: ComputeTranslations): void {
      computeTranslations = computeUpdate;
    },

    /**
     * Registers the function that adds mentioned colleagues to a room. The feature `livechat` calls this, because it
     * knows who may be added.
     */
    defineAddMentionedColleagues(addColleagues: AddMentionedColleagues): void {
      addMentionedColleagues = addColleagues;
    },

    /** Finds a message by its id alone, for a member of its conversation. */
    async findForMember(userId: string, messageId: string): Promise<Message> {
      const message = await store.findReadableMessage(db.kysely, userId, messageId);
      if (!message) throw createNotFoundError();
      return message;
    },

    async pins(userId: string, roomId: string, skippedCount: number) {
      await rooms.requireMember(userId, roomId);
      return changes.listPins(roomId, skippedCount);
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

    send,

    findOne: findInRoom,

    /**
     * Checks that the message `parentId` may get replies. Throws "not found" unless it is a message of the room and no
     * reply. Also accepts the room's own id, which stands for the notes of the agents in a talk. The caller has checked
     * that the person is in the room.
     */
    async requireParent(roomId: string, parentId: string): Promise<void> {
      if (parentId !== roomId && !(await store.isThreadRoot(db.kysely, roomId, parentId)))
        throw createNotFoundError();
    },

    /**
     * Stores messages of a room in another feature's transaction. After its commit, the caller must publish
     * `MessageSent` for each message.
     */
    appendIn: append.appendInTransaction,
    /** Stores one message in each of several rooms, in another feature's transaction. */
    appendEach: append.appendOnePerRoom,

    /**
     * Registers work that follows a message, such as notifications. A crash does not lose the work, because a database
     * trigger records it with the message (migration 160).
     */
    defineWork: messageWork.defineRecovery,
    markWorkDone: messageWork.markDone,
    start: messageWork.start,
    close: messageWork.close,

    /**
     * Lists the messages of a room or thread that have changed. The caller has checked that the reader may see the room
     * or thread.
     */
    listChanged: (
      roomId: string,
      range: { since: number; until: number },
      limit: number,
      executor: Kysely<DB> = db.kysely,
    ) => store.listChangedMessages(executor, roomId, range, limit),
  };
}
