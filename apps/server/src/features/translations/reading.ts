import { conversationKinds } from "@kakehashi/contract/conversation-kinds";
import type { CutListPageMeta } from "@kakehashi/contract/kit/page";
import { listKnownLanguages } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { isTranslatorInRoom } from "@kakehashi/contract/permissions";
import type { TranslationHistoryEntry } from "@kakehashi/contract/translation-history";
import { contextMessageCount, type TranslationUnit } from "@kakehashi/contract/translations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { cutPage, firstFittingItems, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Messages } from "../messages/service.ts";
import { findLanguageSpeaker } from "../users/service.ts";
import * as historyStore from "./history-store.ts";
import { listHandOverCandidates } from "./people-store.ts";
import type { TranslatableTextSource } from "./source.ts";
import * as store from "./store.ts";
import * as units from "./unit-store.ts";

type PageQuery = { page: number; paging: number; skip?: number | undefined };

interface TranslationReadingDependencies {
  db: Kysely<DB>;
  messages: Messages;
  source: TranslatableTextSource<Message>;
}

/** Reads lists of translations, and single translations with their context. */
export function createTranslationQueries({ db, messages, source }: TranslationReadingDependencies) {
  async function createUnit(userId: string, message: Message, language: Language): Promise<TranslationUnit> {
    const unit = await units.findUnit(db, userId, message, language);
    if (!unit) throw createNotFoundError();
    return unit;
  }

  /**
   * Returns the languages and the kinds of rooms in which the person translates. The languages are empty if the
   * person's role does not translate.
   */
  async function findTranslatorScope(userId: string): Promise<units.TranslatorScope> {
    const speaker = await findLanguageSpeaker(db, userId);
    const kinds = speaker ? conversationKinds.filter((kind) => isTranslatorInRoom(speaker.role, kind)) : [];
    const languages = speaker && kinds.length > 0 ? listKnownLanguages(speaker) : [];
    return { languages, roomKinds: kinds, isAdmin: speaker?.role === "admin" };
  }

  function createPage(
    { page, paging }: PageQuery,
    offset: number,
    { units: foundUnits, total }: { units: TranslationUnit[]; total: number },
  ): { data: TranslationUnit[]; meta: CutListPageMeta } {
    const { data, ...otherPageFields } = cutPage(
      foundUnits,
      offset,
      foundUnits.length > 0 && offset + foundUnits.length < total,
    );
    return { data, meta: { page, paging, total, ...otherPageFields } };
  }

  return {
    unitOf: createUnit,

    async listMemoryHits(userId: string, paging: PageQuery) {
      const offset = offsetOf(paging);
      const scope = await findTranslatorScope(userId);
      return createPage(
        paging,
        offset,
        await units.listUnapprovedMemoryHits(db, userId, scope, { offset, limit: paging.paging }),
      );
    },

    async findOne(userId: string, messageId: string, language: Language) {
      const message = await source.find(userId, messageId);
      const { conversation_id: roomId, parent_id } = message;
      if (message.language === language)
        throw new AppError("TRANSLATION.SAME_LANGUAGE", { fields: { language: "choice" } });
      const [unit, nearbyMessages, root, replies] = await Promise.all([
        createUnit(userId, message, language),
        messages.around(userId, roomId, messageId, 2 * contextMessageCount + 1),
        parent_id === null ? null : messages.findOne(userId, roomId, parent_id),
        parent_id === null && message.reply_count > 0
          ? messages.newestReplies(userId, roomId, messageId, contextMessageCount)
          : null,
      ]);
      const index = nearbyMessages.data.findIndex(({ id }) => id === messageId);
      return {
        unit,
        above: nearbyMessages.data.slice(0, index),
        below: nearbyMessages.data.slice(index + 1),
        root,
        replies: replies?.data ?? [],
      };
    },

    async listHistory(
      userId: string,
      messageId: string,
      language: Language,
      { before, paging }: { before?: number | undefined; paging: number },
    ): Promise<{ data: TranslationHistoryEntry[]; meta: { below: boolean } }> {
      const message = await source.find(userId, messageId);
      const row = await store.findRow(db, source.toOriginalText(message), language);
      if (!row) return { data: [], meta: { below: false } };
      const entries = await historyStore.listHistoryEntries(db, row.id, before ?? null, paging + 1);
      const { data, wasCut: isShortened } = firstFittingItems(entries.slice(0, paging));
      return { data, meta: { below: isShortened || entries.length > paging } };
    },

    /**
     * Lists the people to whom the translation may be handed over, and those who cannot take it over because they lack
     * a language.
     */
    async people(
      userId: string,
      messageId: string,
      language: Language,
      { search, page, paging }: { search: string; page: number; paging: number },
    ) {
      const message = await source.find(userId, messageId);
      const pair = { from: message.language, to: language };
      const offset = offsetOf({ page, paging });
      const window = { offset, limit: paging };
      const { people, total } = await listHandOverCandidates(
        db,
        userId,
        message.conversation_id,
        pair,
        search,
        window,
      );
      return { data: people, meta: { page, paging, total, has_more: offset + people.length < total } };
    },

    async queue(userId: string, filter: PageQuery & units.QueueFilter) {
      const offset = offsetOf(filter);
      const scope = await findTranslatorScope(userId);
      const page = { offset, limit: filter.paging };
      return createPage(filter, offset, await units.listQueue(db, userId, scope, filter, page));
    },

    async listOwn(userId: string, filter: PageQuery & units.OwnTranslationsFilter) {
      const offset = offsetOf(filter);
      return createPage(
        filter,
        offset,
        await units.listOwnUnits(db, userId, filter, { offset, limit: filter.paging }),
      );
    },
  };
}
