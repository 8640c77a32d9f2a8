import { canAskForTranslation, isSaidByBot } from "@kakehashi/contract/askable";
import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { CutListPageMeta } from "@kakehashi/contract/kit/page";
import type { Language } from "@kakehashi/contract/languages";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { isTranslationCurrent, type MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Urgency } from "@kakehashi/contract/translations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import { registerAnswerTranslationRequests } from "./answers.ts";
import type { BookmarkDependencies } from "./dependencies.ts";
import * as store from "./store.ts";

export type Bookmarks = ReturnType<typeof createBookmarks>;

interface BookmarkRequest {
  languages?: readonly Language[] | undefined;
  note?: string | undefined;
  urgency?: Urgency | undefined;
  /**
   * The working language of the person who sets the bookmark, or their interface language if they have no working
   * language.
   */
  readerLanguage: Language;
}

export function createBookmarks(dependencies: BookmarkDependencies) {
  const { db, events, live, messages, translations, channels, textLimiter } = dependencies;
  registerAnswerTranslationRequests({
    ...dependencies,
    log: dependencies.log.child({ feature: "bookmarks" }),
  });

  function publishBookmarkEvent(userId: string, roomId: string, messageId: string, seq: number): void {
    const event: LiveEvent = {
      type: "BOOKMARK_CHANGED",
      conversation_id: roomId,
      seq,
      message_id: messageId,
    };
    live.toUser(userId, event);
  }

  /**
   * Marks the message's bookmarks as done or not done. Runs in the transaction that changes the message's translations.
   */
  const updateDoneBookmarks = (tx: Kysely<DB>, message: Message) =>
    store.updateBookmarksDone(
      tx,
      message,
      (message.translations ?? [])
        .filter(
          (translation) =>
            isTranslationCurrent(translation, message) &&
            (translation.state === "TRANSLATED" || translation.state === "APPROVED"),
        )
        .map(({ language }) => language),
    );
  events.onWrite("TranslationChanged", async (tx, { message }) => {
    if (message.bookmarked) await updateDoneBookmarks(tx, message);
  });
  /**
   * Updates bookmarks after an author corrected a message's language. If a bookmark asked for a translation into the
   * corrected language, this request is dropped, because the message is already in that language. If somebody in the
   * room reads the former language, the bookmark asks for that language instead.
   */
  events.onWrite("LanguageCorrected", async (tx, { message, before: formerLanguage }) => {
    if (!message.bookmarked) return;
    const readLanguages = await translations.languagesOf(tx, message);
    for (const bookmark of await store.listBookmarksOfMessage(tx, message)) {
      if (!bookmark.languages.includes(message.language)) continue;
      const otherLanguages = bookmark.languages.filter((language) => language !== message.language);
      const wantedLanguages = readLanguages.includes(formerLanguage)
        ? [...new Set([...otherLanguages, formerLanguage])]
        : otherLanguages;
      const correctedBookmark = {
        ...bookmark,
        languages: wantedLanguages.length > 0 ? wantedLanguages : readLanguages,
      };
      await store.saveBookmark(tx, message, correctedBookmark);
      await translations.requestTranslations(tx, message, bookmark.user_id, correctedBookmark);
    }
  });
  /** Tells the clients of everybody who bookmarked the message to reload their bookmark counts. */
  async function publishToBookmarkOwners(message: Message): Promise<void> {
    if (!message.bookmarked) return;
    for (const { user_id } of await store.listBookmarksOfMessage(db, message))
      publishBookmarkEvent(user_id, message.conversation_id, message.id, message.changed_seq);
  }
  events.on("TranslationChanged", ({ message }) => publishToBookmarkOwners(message));
  events.on("MessageEdited", ({ after }) => publishToBookmarkOwners(after));
  events.on("LanguageCorrected", ({ message }) => publishToBookmarkOwners(message));

  /** Stores a person's bookmark of a message and requests the translations that the bookmark names. */
  async function storeBookmarkAndRequestTranslations(
    tx: Kysely<DB>,
    userId: string,
    message: Message,
    request: BookmarkRequest,
    previousBookmark?: store.BookmarkOfUser,
  ) {
    if (isSaidByBot(message)) throw new AppError("TRANSLATION.BY_BOT");
    const languages =
      request.languages ??
      previousBookmark?.languages ??
      (await listDefaultLanguages(tx, message, request.readerLanguage));
    const newBookmark = {
      user_id: userId,
      languages: [...new Set(languages)].filter((language) => language !== message.language),
      note: request.note ?? previousBookmark?.note ?? "",
      urgency: request.urgency ?? previousBookmark?.urgency ?? "NORMAL",
    };
    if (newBookmark.languages.length === 0)
      throw new AppError("TRANSLATION.SAME_LANGUAGE", { fields: { languages: "choice" } });
    textLimiter(userId, request.note ?? "");
    await store.saveBookmark(tx, message, newBookmark);
    return translations.requestTranslations(tx, message, userId, newBookmark);
  }

  /**
   * Returns the languages for a translation request that names none. This is the reader's own language. If the message
   * is in the reader's language, these are the languages of the room's other readers.
   */
  const listDefaultLanguages = async (tx: Kysely<DB>, message: Message, readerLanguage: Language) =>
    message.language === readerLanguage ? translations.languagesOf(tx, message) : [readerLanguage];

  /** Sets or removes a person's bookmark. Call this in a transaction that has locked the message. */
  async function setBookmark(
    tx: Kysely<DB>,
    userId: string,
    message: Message,
    isBookmarked: boolean,
    bookmarkRequest: BookmarkRequest,
  ) {
    const bookmarks = await store.listBookmarksOfMessage(tx, message);
    const ownBookmark = bookmarks.find((bookmark) => bookmark.user_id === userId);
    const otherBookmarks = bookmarks.filter((otherBookmark) => otherBookmark !== ownBookmark);
    let query: readonly MessageTranslation[] | null = null;
    if (isBookmarked)
      query = await storeBookmarkAndRequestTranslations(tx, userId, message, bookmarkRequest, ownBookmark);
    else if (ownBookmark) {
      await store.deleteBookmark(tx, message, userId);
      const awaitedLanguage = await channels.awaitedLanguage(tx, message.id);
      query = await translations.withdraw(tx, message, [
        ...otherBookmarks.flatMap(({ languages }) => languages),
        ...(awaitedLanguage ? [awaitedLanguage] : []),
      ]);
    }
    await updateDoneBookmarks(tx, { ...message, translations: query ? [...query] : message.translations });
    return { bookmarked: isBookmarked || otherBookmarks.length > 0, translations: query };
  }

  /** Whether the message can be translated, and at least one requested language differs from the message's language. */
  const canBeTranslated = (message: Message, { languages }: BookmarkRequest) =>
    canAskForTranslation(message) &&
    (languages ?? [null]).some((requestedLanguage) => requestedLanguage !== message.language);

  return {
    async markMessage(
      { userId, writingLanguage }: Pick<Actor, "userId" | "writingLanguage">,
      roomId: string,
      messageId: string,
      {
        marked: isBookmarked,
        ...bookmarkRequest
      }: { marked?: boolean | undefined } & Omit<BookmarkRequest, "readerLanguage">,
    ): Promise<{ marked: boolean; message: Message }> {
      let isNowBookmarked = false;
      const message = await messages.bookmark(userId, roomId, messageId, async (tx, bookmarkedMessage) => {
        // Sets or removes the bookmark of one message. Without `marked`, a call that names languages sets the bookmark,
        // and any other call toggles it.
        isNowBookmarked =
          isBookmarked ??
          (bookmarkRequest.languages !== undefined ||
            !(await store.hasBookmark(tx, bookmarkedMessage, userId)));
        return setBookmark(tx, userId, bookmarkedMessage, isNowBookmarked, {
          ...bookmarkRequest,
          readerLanguage: writingLanguage,
        });
      });
      publishBookmarkEvent(userId, roomId, messageId, message.changed_seq);
      return { marked: isNowBookmarked, message };
    },

    /**
     * Bookmarks several messages and returns the ids of the bookmarked ones. Leaves out messages that cannot be
     * translated or that are already in all requested languages.
     */
    async bookmarkMessages(
      { userId, writingLanguage }: Pick<Actor, "userId" | "writingLanguage">,
      roomId: string,
      messageIds: readonly string[],
      request: Omit<BookmarkRequest, "readerLanguage">,
    ): Promise<string[]> {
      const bookmarkRequest = { ...request, readerLanguage: writingLanguage };
      const bookmarkedMessages: Message[] = [];
      await messages.bookmarkAll(userId, roomId, [...new Set(messageIds)], async (tx, markedMessage) => {
        if (!canBeTranslated(markedMessage, bookmarkRequest)) return null;
        bookmarkedMessages.push(markedMessage);
        return setBookmark(tx, userId, markedMessage, true, bookmarkRequest);
      });
      // Sends one event for all bookmarked messages. One is enough, because a client then reloads all its bookmarks and
      // counts.
      const lastBookmarkedMessage = bookmarkedMessages.at(-1);
      if (lastBookmarkedMessage)
        publishBookmarkEvent(userId, roomId, lastBookmarkedMessage.id, lastBookmarkedMessage.changed_seq);
      return bookmarkedMessages.map(({ id }) => id);
    },

    async markRead(userId: string, roomId: string, messageId: string): Promise<Bookmark> {
      await store.markDoneBookmarkRead(db, userId, roomId, messageId);
      const bookmark = await store.findBookmark(db, userId, roomId, messageId);
      if (!bookmark) throw createNotFoundError();
      publishBookmarkEvent(userId, roomId, messageId, bookmark.message.changed_seq);
      return bookmark;
    },

    async list(
      userId: string,
      query: { page: number; paging: number; skip?: number | undefined; done?: boolean | undefined },
    ): Promise<{ data: Bookmark[]; meta: CutListPageMeta }> {
      const { page, paging, done } = query;
      const offset = offsetOf(query);
      const [rows, { count_done, count_untranslated }] = await Promise.all([
        store.listBookmarks(db, userId, { offset, limit: paging, done }),
        store.countBookmarksByState(db, userId),
      ]);
      const total =
        done === undefined ? count_done + count_untranslated : done ? count_done : count_untranslated;
      const { data, ...pageMeta } = cutPage(rows, offset, rows.length > 0 && offset + rows.length < total);
      return { data, meta: { page, paging, total, ...pageMeta } };
    },

    count: (userId: string) => store.countBookmarksByState(db, userId),
  };
}
