import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { lockRoom, takeSeq } from "../rooms/service.ts";
import {
  type MessageChange,
  type MessageChanger,
  type MessageChangerDependencies,
  throwIfDeleted,
} from "./change.ts";
import * as store from "./change-store.ts";
import { findMessage } from "./store.ts";

export interface TranslationUpdate {
  translations: readonly MessageTranslation[];
  /** Called with the changed message, in the same transaction. */
  onWritten?: (message: Message) => Promise<void>;
}

interface BookmarkUpdate {
  bookmarked: boolean;
  /** The message's translations after the change. Null if no translation changed. */
  translations: readonly MessageTranslation[] | null;
}

type BookmarkChange = MessageChange & { fact: "TranslationChanged" | "MessageChanged" };

interface TranslationChangesDependencies extends MessageChangerDependencies {
  change: MessageChanger;
  /**
   * Returns the translations of a message after an edit or a correction of its language. Null if no translation
   * changes.
   */
  computeTranslations(tx: Kysely<DB>, message: Message): Promise<readonly MessageTranslation[] | null>;
}

/** Changes a message's language or translations, or whether it is bookmarked for translation. */
export function createTranslationChanges({
  db,
  events,
  rooms,
  change,
  computeTranslations,
}: TranslationChangesDependencies) {
  /**
   * Stores whether anybody has bookmarked the message. Also stores the translations that the bookmark has requested.
   */
  async function setBookmarked(
    tx: Kysely<DB>,
    message: Message,
    { bookmarked, translations }: BookmarkUpdate,
  ): Promise<BookmarkChange[] | null> {
    if (bookmarked === message.bookmarked && !translations) return null;
    const seq = await takeSeq(tx, message.conversation_id);
    let updatedMessage = await store.updateBookmarked(tx, message, seq, bookmarked);
    if (translations) updatedMessage = await store.updateTranslations(tx, message, seq, translations);
    const fact = bookmarked === message.bookmarked ? "TranslationChanged" : "MessageChanged";
    return [{ fact, message: updatedMessage }];
  }

  /**
   * Updates the translations in the transaction of the edit, so that no reader sees a translation of the old text as
   * current.
   */
  async function updateTranslationsAfterEdit(tx: Kysely<DB>, message: Message): Promise<Message> {
    const translations = await computeTranslations(tx, message);
    if (!translations) return message;
    const updatedMessage = await store.updateTranslations(tx, message, message.changed_seq, translations);
    await events.write(tx, "TranslationChanged", { message: updatedMessage });
    return updatedMessage;
  }

  return {
    updateTranslationsAfterEdit,

    /** Lets the author correct the detected language of a message. */
    async setLanguage(
      userId: string,
      roomId: string,
      messageId: string,
      language: Language,
    ): Promise<Message> {
      let oldLanguage: Language | undefined;
      const correctedMessage = await change(userId, roomId, messageId, async (tx, { message }) => {
        if (message.user_id !== userId) throw new AppError("ERR.FORBIDDEN");
        throwIfDeleted(message);
        if (message.language === language) return null;
        oldLanguage = message.language;
        const seq = await takeSeq(tx, roomId);
        const updatedMessage = await store.updateLanguage(tx, message, seq, language);
        await events.write(tx, "LanguageCorrected", { message: updatedMessage, before: oldLanguage });
        return [{ fact: "MessageChanged", message: await updateTranslationsAfterEdit(tx, updatedMessage) }];
      });
      if (oldLanguage)
        events.publish("LanguageCorrected", { message: correctedMessage, before: oldLanguage });
      return correctedMessage;
    },

    /**
     * Changes the translations of a message. `computeUpdate` returns all of the message's translations, or nothing if none
     * changed.
     */
    translate: (
      userId: string | null,
      roomId: string,
      messageId: string,
      computeUpdate: (tx: Kysely<DB>, message: Message) => Promise<TranslationUpdate | null>,
    ): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { message }) => {
        throwIfDeleted(message);
        const result = await computeUpdate(tx, message);
        if (!result) return null;
        const seq = await takeSeq(tx, roomId);
        const updatedMessage = await store.updateTranslations(tx, message, seq, result.translations);
        await events.write(tx, "TranslationChanged", { message: updatedMessage });
        await result.onWritten?.(updatedMessage);
        return [{ fact: "TranslationChanged", message: updatedMessage }];
      }),

    /**
     * Stores whether anybody has bookmarked the message for translation. The bookmarks themselves are rows of another
     * feature. `setBookmark` writes them in the same transaction.
     */
    bookmark: (
      userId: string,
      roomId: string,
      messageId: string,
      setBookmark: (tx: Kysely<DB>, message: Message) => Promise<BookmarkUpdate>,
    ): Promise<Message> =>
      change(userId, roomId, messageId, async (tx, { message }) => {
        throwIfDeleted(message);
        return setBookmarked(tx, message, await setBookmark(tx, message));
      }),

    /**
     * Bookmarks several messages. If one fails, none is bookmarked. `setBookmark` returns null for a message that does
     * not change.
     */
    async bookmarkAll(
      userId: string,
      roomId: string,
      messageIds: readonly string[],
      setBookmark: (tx: Kysely<DB>, message: Message) => Promise<BookmarkUpdate | null>,
    ): Promise<void> {
      const runBookmarkTransaction = () =>
        db.transaction().execute(async (tx) => {
          if (!(await lockRoom(tx, roomId, userId))) throw createNotFoundError();
          const bookmarkChanges: BookmarkChange[] = [];
          for (const id of messageIds) {
            const message = await findMessage(tx, roomId, id);
            if (!message) throw createNotFoundError();
            const bookmarkUpdate = message.deleted ? null : await setBookmark(tx, message);
            if (bookmarkUpdate)
              bookmarkChanges.push(...((await setBookmarked(tx, message, bookmarkUpdate)) ?? []));
          }
          return bookmarkChanges;
        });
      const changes = await rooms.inTurn(roomId, runBookmarkTransaction, userId);
      if (changes.length === 0) rooms.remindOfSeq(roomId);
      for (const { fact, message } of changes) events.publish(fact, { message });
    },
  };
}
