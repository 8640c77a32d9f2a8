import { isBlank } from "@kakehashi/contract/blank";
import { maximumPins } from "@kakehashi/contract/changes";
import type { Language } from "@kakehashi/contract/languages";
import { type Message, maximumReactions, maximumReactors, type Reaction } from "@kakehashi/contract/messages";
import { canWithMessage } from "@kakehashi/contract/permissions";
import type { LinkPreview } from "@kakehashi/contract/previews";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { cutPage, lastFitting } from "../../kit/http/list-bytes.ts";
import type { Events } from "../events/service.ts";
import type { Files } from "../files/service.ts";
import type { Notifications } from "../notifications/service.ts";
import { type LockedRoom, lockAnyRoom, lockRoom, takeSeq } from "../rooms/service.ts";
import * as store from "./change-store.ts";
import { detectLanguage } from "./language.ts";
import { createReactionNotices, type ReactionNotice } from "./reaction-notices.ts";
import { followMentioned, recountReplies } from "./replies.ts";
import { findMessage } from "./store.ts";

interface LockedMessage {
  room: LockedRoom;
  message: Message;
}

interface Change {
  fact: "MessageEdited" | "MessageChanged" | "MessageDeleted" | "ReactionChanged" | "TranslationChanged";
  /** The message after the change. */
  message: Message;
}

export interface TranslationWork {
  translations: readonly MessageTranslation[];
  /** Runs in the same transaction, with the message after the change. */
  afterwards?: (message: Message) => Promise<void>;
}

interface BookmarkWork {
  bookmarked: boolean;
  /** The changed translations. Null: none changed. */
  translations: readonly MessageTranslation[] | null;
}

type BookmarkChange = Change & { fact: "TranslationChanged" | "MessageChanged" };

interface Parts {
  db: Kysely<DB>;
  events: Events;
  files: Files;
  notifications: Pick<Notifications, "announce" | "publishUnreadCount">;
  remindOfSeq(roomId: string): void;
  /** The translations of a message after an edit or a change of its language. */
  translationsAfter(tx: Kysely<DB>, message: Message): Promise<readonly MessageTranslation[] | null>;
}

/** Changes of sent messages. Each locks the room and takes its next seq. */
export function createChanges({ db, events, files, notifications, remindOfSeq, translationsAfter }: Parts) {
  const updateReactionNotice = createReactionNotices();

  /**
   * Locks the room and loads the message. `work` changes it and takes seqs from `next`, or returns nothing to
   * leave it unchanged. The change is published after the commit. Without `userId` it is the server's own
   * change.
   */
  async function change(
    userId: string | null,
    roomId: string,
    messageId: string,
    work: (tx: Kysely<DB>, locked: LockedMessage) => Promise<Change[] | null>,
  ): Promise<Message> {
    const { before, changes } = await db.transaction().execute(async (tx) => {
      const room = await (userId === null ? lockAnyRoom(tx, roomId) : lockRoom(tx, roomId, userId));
      const message = room && (await findMessage(tx, roomId, messageId));
      if (!room || !message) throw notFound();
      return { before: message, changes: (await work(tx, { room, message })) ?? [] };
    });
    // Probably a repeated request: the first answer was lost, perhaps before anybody was told.
    if (changes.length === 0) remindOfSeq(roomId);
    for (const { fact, message } of changes)
      if (fact === "MessageEdited") events.publish(fact, { before, after: message });
      else events.publish(fact, { message });
    return changes[0]?.message ?? before;
  }

  /** Writes whether anybody has marked it, and the translations that this asked for. */
  async function setBookmarked(
    tx: Kysely<DB>,
    message: Message,
    { bookmarked, translations }: BookmarkWork,
  ): Promise<BookmarkChange[] | null> {
    if (bookmarked === message.bookmarked && !translations) return null;
    const seq = await takeSeq(tx, message.conversation_id);
    let changed = await store.updateBookmarked(tx, message, seq, bookmarked);
    if (translations) changed = await store.updateTranslations(tx, message, seq, translations);
    const fact = bookmarked === message.bookmarked ? "TranslationChanged" : "MessageChanged";
    return [{ fact, message: changed }];
  }

  async function announceReaction(notice: ReactionNotice | null): Promise<void> {
    if (notice?.writtenId) await notifications.announce([notice.writtenId]);
    else if (notice) await notifications.publishUnreadCount(notice.userId);
  }

  function refuseDeleted({ deleted }: Message): void {
    if (deleted) throw new AppError("MESSAGE.DELETED");
  }

  async function erase(tx: Kysely<DB>, message: Message): Promise<Change[]> {
    const { conversation_id: roomId, parent_id } = message;
    const seq = await takeSeq(tx, roomId, parent_id === null ? 1 : 2);
    await store.replaceMentions(tx, message, "");
    await events.write(tx, "MessageDeleted", { message });
    const changes: Change[] = [
      { fact: "MessageDeleted", message: await store.eraseMessage(tx, message, seq) },
    ];
    if (parent_id !== null) {
      const parent = await recountReplies(tx, roomId, parent_id, seq + 1);
      changes.push({ fact: "MessageChanged", message: parent });
    }
    return changes;
  }

  /** Runs in the transaction of an edit, so that nobody sees a translation of the old text as current. */
  async function follow(tx: Kysely<DB>, message: Message): Promise<Message> {
    const translations = await translationsAfter(tx, message);
    if (!translations) return message;
    const followed = await store.updateTranslations(tx, message, message.changed_seq, translations);
    await events.write(tx, "TranslationChanged", { message: followed });
    return followed;
  }

  return {
    edit: (
      { userId, writes }: Pick<Actor, "userId" | "writes">,
      roomId: string,
      messageId: string,
      { content, revision }: { content: string; revision?: number | undefined },
    ): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { room, message }) => {
        if (!canWithMessage({ user_id: userId, role: room.role }, "edit", message))
          throw new AppError("ERR.FORBIDDEN");
        refuseDeleted(message);
        if (isBlank(content) && message.files.length === 0)
          throw new AppError("ERR.INPUT", { fields: { content: "required" } });
        // Also a repeated edit whose first answer was lost.
        if (message.content === content) return null;
        if (revision !== undefined && revision !== message.revision) {
          const current = { content: message.content, revision: message.revision };
          throw new AppError("MESSAGE.EDITED", { current });
        }
        const seq = await takeSeq(tx, roomId);
        await store.insertRevision(tx, message);
        await store.replaceMentions(tx, message, content);
        await followMentioned(tx, message, content);
        const language = detectLanguage(content, writes);
        const edited = await store.updateContent(tx, message, { seq, content, language });
        return [{ fact: "MessageEdited", message: await follow(tx, edited) }];
      }),

    /** Deleting again changes nothing: the request may be repeated. */
    async remove(userId: string, roomId: string, messageId: string): Promise<Message> {
      let fileIds: string[] = [];
      const deleted = await change(userId, roomId, messageId, async (tx, { room, message }) => {
        if (!canWithMessage({ user_id: userId, role: room.role }, "delete", message))
          throw new AppError("ERR.FORBIDDEN");
        if (message.deleted) return null;
        fileIds = await files.removeFrom(tx, roomId, messageId, null);
        return erase(tx, message);
      });
      await files.deleteFiles(fileIds);
      return deleted;
    },

    /** Removes all files, or one. A message without text is deleted with its last file. */
    async removeFiles(
      userId: string,
      roomId: string,
      messageId: string,
      fileId: string | undefined,
    ): Promise<Message> {
      let fileIds: string[] = [];
      const changed = await change(userId, roomId, messageId, async (tx, { room, message }) => {
        if (!canWithMessage({ user_id: userId, role: room.role }, "delete", message))
          throw new AppError("ERR.FORBIDDEN");
        refuseDeleted(message);
        const remainingFiles = fileId === undefined ? [] : message.files.filter(({ id }) => id !== fileId);
        if (remainingFiles.length === message.files.length) throw notFound();
        fileIds = await files.removeFrom(tx, roomId, messageId, fileId === undefined ? null : [fileId]);
        if (remainingFiles.length === 0 && isBlank(message.content)) return erase(tx, message);
        const seq = await takeSeq(tx, roomId);
        return [
          { fact: "MessageChanged", message: await store.updateFiles(tx, message, seq, remainingFiles) },
        ];
      });
      await files.deleteFiles(fileIds);
      return changed;
    },

    /** The author may have left the room. Drops previews of a text that was edited meanwhile. */
    setPreviews: (read: Message, previews: readonly LinkPreview[]): Promise<Message> =>
      change(null, read.conversation_id, read.id, async (tx, { message }) => {
        if (message.deleted || message.revision !== read.revision) return null;
        const seq = await takeSeq(tx, read.conversation_id);
        return [{ fact: "MessageChanged", message: await store.updatePreviews(tx, message, seq, previews) }];
      }),

    async react(userId: string, roomId: string, messageId: string, type: string): Promise<Message> {
      let notice: ReactionNotice | null = null;
      const reacted = await change(userId, roomId, messageId, async (tx, { room, message }) => {
        refuseDeleted(message);
        if (room.closed) throw new AppError("CONVERSATION.CLOSED");
        const reactions = toggleReaction(message.reactions, type, userId);
        const reactors = reactions.reduce((sum, { user_ids }) => sum + user_ids.length, 0);
        if (reactions.length > maximumReactions || reactors > maximumReactors)
          throw new AppError("MESSAGE.REACTIONS");
        const seq = await takeSeq(tx, roomId);
        const changed = await store.updateReactions(tx, message, seq, reactions);
        notice = await updateReactionNotice(tx, { message: changed, userId, emoji: type });
        return [{ fact: "ReactionChanged", message: changed }];
      });
      await announceReaction(notice);
      return reacted;
    },

    pin: (
      userId: string,
      roomId: string,
      messageId: string,
      isPinned: boolean | undefined,
    ): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { message }) => {
        refuseDeleted(message);
        const pinned = isPinned ?? !message.pinned;
        if (pinned === message.pinned) return null;
        if (pinned && (await store.countPins(tx, roomId)) >= maximumPins) throw new AppError("MESSAGE.PINS");
        const seq = await takeSeq(tx, roomId);
        return [{ fact: "MessageChanged", message: await store.updatePin(tx, message, seq, pinned) }];
      }),

    /** The author corrects the detected language. */
    setLanguage: (userId: string, roomId: string, messageId: string, language: Language): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { message }) => {
        if (message.user_id !== userId) throw new AppError("ERR.FORBIDDEN");
        refuseDeleted(message);
        if (message.language === language) return null;
        const seq = await takeSeq(tx, roomId);
        const changed = await store.updateLanguage(tx, message, seq, language);
        return [{ fact: "MessageChanged", message: await follow(tx, changed) }];
      }),

    /** `work` returns the message's new translations, or nothing if none changed. */
    translate: (
      userId: string | null,
      roomId: string,
      messageId: string,
      work: (tx: Kysely<DB>, message: Message) => Promise<TranslationWork | null>,
    ): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { message }) => {
        refuseDeleted(message);
        const changedMessage = await work(tx, message);
        if (!changedMessage) return null;
        const seq = await takeSeq(tx, roomId);
        const changed = await store.updateTranslations(tx, message, seq, changedMessage.translations);
        await events.write(tx, "TranslationChanged", { message: changed });
        await changedMessage.afterwards?.(changed);
        return [{ fact: "TranslationChanged", message: changed }];
      }),

    /**
     * Sets whether anybody has marked the message for translation. `record` is the caller's part of the
     * transaction.
     */
    bookmark: (
      userId: string,
      roomId: string,
      messageId: string,
      record: (tx: Kysely<DB>, message: Message) => Promise<BookmarkWork>,
    ): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { message }) => {
        refuseDeleted(message);
        return setBookmarked(tx, message, await record(tx, message));
      }),

    /** The same for several at once, all of them or none. `record` answers null for one that stays as it is. */
    async bookmarkAll(
      userId: string,
      roomId: string,
      messageIds: readonly string[],
      record: (tx: Kysely<DB>, message: Message) => Promise<BookmarkWork | null>,
    ): Promise<void> {
      const changes = await db.transaction().execute(async (tx) => {
        if (!(await lockRoom(tx, roomId, userId))) throw notFound();
        const bookmarkChanges: BookmarkChange[] = [];
        for (const id of messageIds) {
          const message = await findMessage(tx, roomId, id);
          if (!message) throw notFound();
          const changedTranslation = message.deleted ? null : await record(tx, message);
          if (changedTranslation)
            bookmarkChanges.push(...((await setBookmarked(tx, message, changedTranslation)) ?? []));
        }
        return bookmarkChanges;
      });
      if (changes.length === 0) remindOfSeq(roomId);
      for (const { fact, message } of changes) events.publish(fact, { message });
    },

    async pins(roomId: string, skip: number) {
      const { data, next } = cutPage(await store.listPins(db, roomId, skip), skip, false);
      return { data, meta: { next } };
    },

    /** The last `paging` revisions before `before`, or the very last. `above`: there are older ones. */
    async revisions(roomId: string, messageId: string, before: number | null, paging: number) {
      const revisions = await store.listRevisions(
        db,
        { conversation_id: roomId, id: messageId },
        before,
        paging + 1,
      );
      const { data, cut } = lastFitting(revisions.slice(-paging));
      return { data, meta: { above: cut || revisions.length > paging } };
    },
  };
}

/** Reactions keep the order in which each was first given. */
export function toggleReaction(reactions: readonly Reaction[], type: string, userId: string): Reaction[] {
  const existing = reactions.find((reaction) => reaction.type === type);
  if (!existing) return [...reactions, { type, user_ids: [userId] }];
  const user_ids = existing.user_ids.includes(userId)
    ? existing.user_ids.filter((id) => id !== userId)
    : [...existing.user_ids, userId];
  return reactions
    .map((reaction) => (reaction === existing ? { type, user_ids } : reaction))
    .filter((reaction) => reaction.user_ids.length > 0);
}
