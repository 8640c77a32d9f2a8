import { isBlank } from "@kakehashi/contract/blank";
import { maximumPinsPerRoom } from "@kakehashi/contract/changes";
import type { Message } from "@kakehashi/contract/messages";
import { canDoWithMessage } from "@kakehashi/contract/permissions";
import type { LinkPreview } from "@kakehashi/contract/previews";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { cutPage, lastFittingItems } from "../../kit/http/list-bytes.ts";
import type { TextBytesLimiter } from "../../kit/http/text-limiter.ts";
import type { Files } from "../files/service.ts";
import type { Notifications } from "../notifications/service.ts";
import { takeSeq } from "../rooms/service.ts";
import {
  createMessageChanger,
  type MessageChange,
  type MessageChangerDependencies,
  throwIfDeleted,
} from "./change.ts";
import * as store from "./change-store.ts";
import { detectLanguage } from "./language.ts";
import { createReactions } from "./reactions.ts";
import { addMentionedFollowers, recountReplies } from "./replies.ts";
import * as revisionStore from "./revision-store.ts";
import { createTranslationChanges } from "./translation-changes.ts";

interface MessageChangesDependencies extends MessageChangerDependencies {
  files: Files;
  notifications: Pick<Notifications, "announce" | "publishUnreadCount">;
  textLimiter: TextBytesLimiter;
  /**
   * Returns the translations of a message after an edit or a correction of its language. Null if no translation
   * changes.
   */
  computeTranslations(tx: Kysely<DB>, message: Message): Promise<readonly MessageTranslation[] | null>;
}

/** Changes sent messages. Each change locks the room and takes its next sequence number (`seq`). */
export function createChanges({
  files,
  notifications,
  computeTranslations,
  textLimiter,
  ...otherDependencies
}: MessageChangesDependencies) {
  const { db, events } = otherDependencies;
  const change = createMessageChanger(otherDependencies);
  const { updateTranslationsAfterEdit, ...translationChanges } = createTranslationChanges({
    ...otherDependencies,
    change,
    computeTranslations,
  });

  async function eraseMessage(tx: Kysely<DB>, message: Message): Promise<MessageChange[]> {
    const { conversation_id: roomId, parent_id } = message;
    const seq = await takeSeq(tx, roomId, parent_id === null ? 1 : 2);
    await store.replaceMentions(tx, message, "");
    await events.write(tx, "MessageDeleted", { message });
    const changes: MessageChange[] = [
      { fact: "MessageDeleted", message: await store.eraseMessage(tx, message, seq) },
    ];
    if (parent_id !== null) {
      const parent = await recountReplies(tx, roomId, parent_id, seq + 1);
      changes.push({ fact: "MessageChanged", message: parent });
    }
    return changes;
  }

  return {
    ...translationChanges,
    ...createReactions({ change, notifications }),

    edit: (
      { userId, writingLanguage }: Pick<Actor, "userId" | "writingLanguage">,
      roomId: string,
      messageId: string,
      { content, revision }: { content: string; revision?: number | undefined },
    ): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { room, message }) => {
        if (!canDoWithMessage({ user_id: userId, role: room.role }, "edit", message))
          throw new AppError("ERR.FORBIDDEN");
        throwIfDeleted(message);
        if (isBlank(content) && message.files.length === 0)
          throw new AppError("ERR.INPUT", { fields: { content: "required" } });
        // The message already has this text. A client that did not get the response to its edit sends it again, with an
        // outdated revision.
        if (message.content === content) return null;
        if (revision !== undefined && revision !== message.revision) {
          const currentText = { content: message.content, revision: message.revision };
          throw new AppError("MESSAGE.EDITED", { current: currentText });
        }
        textLimiter(userId, content);
        const seq = await takeSeq(tx, roomId);
        await revisionStore.insertRevision(tx, message);
        await store.replaceMentions(tx, message, content);
        await addMentionedFollowers(tx, message, content);
        const language = detectLanguage(content, writingLanguage);
        const editedMessage = await store.updateContent(tx, message, { seq, content, language });
        return [{ fact: "MessageEdited", message: await updateTranslationsAfterEdit(tx, editedMessage) }];
      }),

    /** If the message is already deleted, nothing changes, because a client may repeat the request. */
    async remove(userId: string, roomId: string, messageId: string): Promise<Message> {
      let fileIds: string[] = [];
      const deletedMessage = await change(userId, roomId, messageId, async (tx, { room, message }) => {
        if (!canDoWithMessage({ user_id: userId, role: room.role }, "delete", message))
          throw new AppError("ERR.FORBIDDEN");
        if (message.deleted) return null;
        fileIds = await files.removeFrom(tx, roomId, messageId, null);
        return eraseMessage(tx, message);
      });
      await files.deleteFiles(fileIds);
      return deletedMessage;
    },

    /**
     * Deletes a message for the server itself. `mayDelete` runs while the message is locked, and throws if the message
     * must not be deleted.
     */
    async removeMessageForServer(
      roomId: string,
      messageId: string,
      mayDelete: (tx: Kysely<DB>) => Promise<void>,
    ): Promise<void> {
      let fileIds: string[] = [];
      await change(null, roomId, messageId, async (tx, { message }) => {
        if (message.deleted) return null;
        await mayDelete(tx);
        fileIds = await files.removeFrom(tx, roomId, messageId, null);
        return eraseMessage(tx, message);
      });
      await files.deleteFiles(fileIds);
    },

    /** Removes one file or all files of a message. If a message without text loses its last file, it is deleted. */
    async removeFiles(
      userId: string,
      roomId: string,
      messageId: string,
      fileId: string | undefined,
    ): Promise<Message> {
      let fileIds: string[] = [];
      const changedMessage = await change(userId, roomId, messageId, async (tx, { room, message }) => {
        if (!canDoWithMessage({ user_id: userId, role: room.role }, "delete", message))
          throw new AppError("ERR.FORBIDDEN");
        throwIfDeleted(message);
        const remainingFiles = fileId === undefined ? [] : message.files.filter(({ id }) => id !== fileId);
        if (remainingFiles.length === message.files.length) throw createNotFoundError();
        fileIds = await files.removeFrom(tx, roomId, messageId, fileId === undefined ? null : [fileId]);
        if (remainingFiles.length === 0 && isBlank(message.content)) return eraseMessage(tx, message);
        const seq = await takeSeq(tx, roomId);
        return [
          { fact: "MessageChanged", message: await store.updateFiles(tx, message, seq, remainingFiles) },
        ];
      });
      await files.deleteFiles(fileIds);
      return changedMessage;
    },

    /**
     * Stores the link previews of a message, even if its author has left the room. Discards them if the text was edited
     * after the links were read.
     */
    setPreviews: (messageOfPreviews: Message, previews: readonly LinkPreview[]): Promise<Message> =>
      change(null, messageOfPreviews.conversation_id, messageOfPreviews.id, async (tx, { message }) => {
        if (message.deleted || message.revision !== messageOfPreviews.revision) return null;
        const seq = await takeSeq(tx, messageOfPreviews.conversation_id);
        return [{ fact: "MessageChanged", message: await store.updatePreviews(tx, message, seq, previews) }];
      }),

    setPinned: (
      userId: string,
      roomId: string,
      messageId: string,
      isPinned: boolean | undefined,
    ): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { message }) => {
        throwIfDeleted(message);
        const shouldBePinned = isPinned ?? !message.pinned;
        if (shouldBePinned === message.pinned) return null;
        if (shouldBePinned && (await store.countPins(tx, roomId)) >= maximumPinsPerRoom)
          throw new AppError("MESSAGE.PINS");
        const seq = await takeSeq(tx, roomId);
        return [{ fact: "MessageChanged", message: await store.updatePin(tx, message, seq, shouldBePinned) }];
      }),

    async listPins(roomId: string, skippedCount: number) {
      const { data, next } = cutPage(await store.listPins(db, roomId, skippedCount), skippedCount, false);
      return { data, meta: { next } };
    },

    /**
     * Returns the newest `paging` revisions of a message, or with `beforeNumber` the newest before that revision.
     * `above` in the result tells whether there are older revisions.
     */
    async listRevisions(roomId: string, messageId: string, beforeNumber: number | null, paging: number) {
      const revisions = await revisionStore.listRevisions(
        db,
        { conversation_id: roomId, id: messageId },
        beforeNumber,
        paging + 1,
      );
      const { data, wasCut } = lastFittingItems(revisions.slice(-paging));
      return { data, meta: { above: wasCut || revisions.length > paging } };
    },
  };
}
