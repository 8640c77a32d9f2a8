import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { CutPageMeta } from "@kakehashi/contract/kit/page";
import type { Language } from "@kakehashi/contract/languages";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { hasWords } from "@kakehashi/contract/spoken";
import { isCurrent, type MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Urgency } from "@kakehashi/contract/translations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import type { Actor } from "../../kit/http/call.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Router } from "../../kit/http/route.ts";
import type { Events } from "../events/service.ts";
import type { Live } from "../live/service.ts";
import type { Messages } from "../messages/service.ts";
import type { Rooms } from "../rooms/service.ts";
import type { Translations } from "../translations/service.ts";
import { bookmarkRoutes } from "./routes.ts";
import * as store from "./store.ts";

export type Bookmarks = ReturnType<typeof createBookmarks>;

/** The messages that people marked for translation. */
export interface BookmarkParts {
  db: Kysely<DB>;
  live: Live;
  rooms: Rooms;
  messages: Messages;
  events: Events;
  translations: Translations;
}

interface Wish {
  languages?: readonly Language[] | undefined;
  note?: string | undefined;
  urgency?: Urgency | undefined;
  /** What the person reads. */
  reads: Language;
}

export function createBookmarks({ db, events, live, rooms, messages, translations }: BookmarkParts) {
  function publish(userId: string, roomId: string, messageId: string, seq: number): void {
    const event: LiveEvent = {
      type: "BOOKMARK_CHANGED",
      conversation_id: roomId,
      seq,
      message_id: messageId,
    };
    live.toUser(userId, event);
  }

  /** In the transaction that changes a message's translations. */
  const follow = (tx: Kysely<DB>, message: Message) =>
    store.followTranslations(
      tx,
      message,
      (message.translations ?? [])
        .filter((one) => isCurrent(one, message) && (one.state === "TRANSLATED" || one.state === "APPROVED"))
        .map(({ language }) => language),
    );
  events.onWrite("TranslationChanged", async (tx, { message }) => {
    if (message.bookmarked) await follow(tx, message);
  });
  /** Each who marked it counts anew. */
  async function tellAll(message: Message): Promise<void> {
    if (!message.bookmarked) return;
    for (const { user_id } of await store.findMarks(db, message))
      publish(user_id, message.conversation_id, message.id, message.changed_seq);
  }
  events.on("TranslationChanged", ({ message }) => tellAll(message));
  events.on("MessageEdited", ({ after }) => tellAll(after));

  /** Writes down the mark, and asks for what it wants. */
  async function put(tx: Kysely<DB>, userId: string, message: Message, given: Wish, had?: store.Mark) {
    const languages = given.languages ?? had?.languages ?? (await wantedBy(tx, message, given.reads));
    const mark = {
      user_id: userId,
      languages: [...new Set(languages)].filter((language) => language !== message.language),
      note: given.note ?? had?.note ?? "",
      urgency: given.urgency ?? had?.urgency ?? "NORMAL",
    };
    if (mark.languages.length === 0)
      throw new AppError("TRANSLATION.SAME_LANGUAGE", { fields: { languages: "choice" } });
    await store.putMark(tx, message, mark);
    return translations.ask(tx, message, userId, mark);
  }

  /** Into my language, or where it is written in mine, into those of the others. */
  const wantedBy = async (tx: Kysely<DB>, message: Message, reads: Language) =>
    message.language === reads ? translations.languagesOf(tx, message) : [reads];

  /** In the transaction that holds the message. */
  async function setMark(tx: Kysely<DB>, userId: string, found: Message, marked: boolean, wish: Wish) {
    const marks = await store.findMarks(tx, found);
    const own = marks.find((mark) => mark.user_id === userId);
    const others = marks.filter((mark) => mark !== own);
    let query: readonly MessageTranslation[] | null = null;
    if (marked) query = await put(tx, userId, found, wish, own);
    else if (own) {
      await store.removeMark(tx, found, userId);
      query = await translations.withdraw(
        tx,
        found,
        others.flatMap(({ languages }) => languages),
      );
    }
    await follow(tx, { ...found, translations: query ? [...query] : found.translations });
    return { bookmarked: marked || others.length > 0, translations: query };
  }

  /** Whether a message has words that are not in each language that is asked for already. */
  const canBeAsked = ({ content, language }: Message, { languages }: Wish) =>
    hasWords(content) && (languages ?? [null]).some((wanted) => wanted !== language);

  return {
    async mark(
      { userId, writes }: Pick<Actor, "userId" | "writes">,
      roomId: string,
      messageId: string,
      { marked: given, ...wish }: { marked?: boolean | undefined } & Omit<Wish, "reads">,
    ): Promise<{ marked: boolean; message: Message }> {
      let marked = false;
      const message = await messages.bookmark(userId, roomId, messageId, async (tx, found) => {
        // Naming languages is a wish, not the other way round.
        marked = given ?? (wish.languages !== undefined || !(await store.hasMark(tx, found, userId)));
        return setMark(tx, userId, found, marked, { ...wish, reads: writes });
      });
      publish(userId, roomId, messageId, message.changed_seq);
      return { marked, message };
    },

    /** Answers the ids of those that were marked. */
    async markAll(
      { userId, writes }: Pick<Actor, "userId" | "writes">,
      roomId: string,
      messageIds: readonly string[],
      given: Omit<Wish, "reads">,
    ): Promise<string[]> {
      const wish = { ...given, reads: writes };
      const marked: Message[] = [];
      await messages.bookmarkAll(userId, roomId, [...new Set(messageIds)], async (tx, found) => {
        if (!canBeAsked(found, wish)) return null;
        marked.push(found);
        return setMark(tx, userId, found, true, wish);
      });
      // One word is enough: whoever hears it counts and lists all of them anew.
      const last = marked.at(-1);
      if (last) publish(userId, roomId, last.id, last.changed_seq);
      return marked.map(({ id }) => id);
    },

    async markRead(userId: string, roomId: string, messageId: string): Promise<Bookmark> {
      await store.markRead(db, userId, roomId, messageId);
      const found = await store.find(db, userId, roomId, messageId);
      if (!found) throw notFound();
      publish(userId, roomId, messageId, found.message.changed_seq);
      return found;
    },

    async list(
      userId: string,
      query: { page: number; paging: number; skip?: number | undefined; done?: boolean | undefined },
    ): Promise<{ data: Bookmark[]; meta: CutPageMeta }> {
      const { page, paging, done } = query;
      const offset = offsetOf(query);
      const [found, { count_done, count_untranslated }] = await Promise.all([
        store.list(db, userId, { offset, limit: paging, done }),
        store.count(db, userId),
      ]);
      const total =
        done === undefined ? count_done + count_untranslated : done ? count_done : count_untranslated;
      const { data, ...rest } = cutPage(found, offset, found.length > 0 && offset + found.length < total);
      return { data, meta: { page, paging, total, ...rest } };
    },

    count: (userId: string) => store.count(db, userId),

    routes({ route }: Router): void {
      bookmarkRoutes(route, this, rooms);
    },
  };
}
