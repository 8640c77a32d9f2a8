import type { CutPageMeta } from "@kakehashi/contract/kit/page";
import { isTranslator, knownLanguages } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { TranslationEntry } from "@kakehashi/contract/translation-history";
import { contextMessages, type TranslationUnit } from "@kakehashi/contract/translations";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { cutPage, firstFitting, offsetOf } from "../../kit/http/list-bytes.ts";
import type { Messages } from "../messages/service.ts";
import { findSpeaker } from "../users/service.ts";
import type { TranslationSource } from "./source.ts";
import * as store from "./store.ts";
import * as units from "./unit-store.ts";

type Paged = { page: number; paging: number; skip?: number | undefined };

interface Parts {
  db: Kysely<DB>;
  messages: Messages;
  source: TranslationSource<Message>;
}

/** One translation with all around it, and the lists of them. */
export function createReading({ db, messages, source }: Parts) {
  async function unitOf(userId: string, message: Message, language: Language): Promise<TranslationUnit> {
    const found = await units.findUnit(db, userId, message, language);
    if (!found) throw notFound();
    return found;
  }

  /** Between which languages this person translates as a role; none for who has another. */
  async function translatedBy(userId: string): Promise<readonly Language[]> {
    const speaker = await findSpeaker(db, userId);
    return speaker && isTranslator(speaker.role) ? knownLanguages(speaker) : [];
  }

  /** What was asked last, unless it was taken back, and what was said after it. */
  async function questionOf(userId: string, message: Message, language: Language) {
    const row = await store.findRow(db, source.original(message), language);
    const asked = row?.question_id && (await messages.one(userId, message.conversation_id, row.question_id));
    if (!asked || asked.deleted) return { question: null, answers: [] };
    const { data } = await messages.below(userId, message.conversation_id, asked.id, contextMessages);
    return { question: asked, answers: data };
  }

  function pageOf(
    { page, paging }: Paged,
    offset: number,
    { units: found, total }: { units: TranslationUnit[]; total: number },
  ): { data: TranslationUnit[]; meta: CutPageMeta } {
    const { data, ...rest } = cutPage(found, offset, found.length > 0 && offset + found.length < total);
    return { data, meta: { page, paging, total, ...rest } };
  }

  return {
    unitOf,

    async hits(userId: string, asked: Paged) {
      const offset = offsetOf(asked);
      const known = await translatedBy(userId);
      return pageOf(asked, offset, await units.listHits(db, userId, known, { offset, limit: asked.paging }));
    },

    async one(userId: string, messageId: string, language: Language) {
      const message = await source.find(userId, messageId);
      const { conversation_id: roomId, parent_id } = message;
      if (message.language === language)
        throw new AppError("TRANSLATION.SAME_LANGUAGE", { fields: { language: "choice" } });
      const [unit, around, root, replies, said] = await Promise.all([
        unitOf(userId, message, language),
        messages.around(userId, roomId, messageId, 2 * contextMessages + 1),
        parent_id === null ? null : messages.one(userId, roomId, parent_id),
        parent_id === null && message.reply_count > 0
          ? messages.newestReplies(userId, roomId, messageId, contextMessages)
          : null,
        questionOf(userId, message, language),
      ]);
      const at = around.data.findIndex(({ id }) => id === messageId);
      return {
        unit,
        above: around.data.slice(0, at),
        below: around.data.slice(at + 1),
        root,
        replies: replies?.data ?? [],
        ...said,
      };
    },

    async history(
      userId: string,
      messageId: string,
      language: Language,
      { before, paging }: { before?: number | undefined; paging: number },
    ): Promise<{ data: TranslationEntry[]; meta: { below: boolean } }> {
      const message = await source.find(userId, messageId);
      const row = await store.findRow(db, source.original(message), language);
      if (!row) return { data: [], meta: { below: false } };
      const found = await store.listEntries(db, row.id, before ?? null, paging + 1);
      const { data, wasCut: cut } = firstFitting(found.slice(0, paging));
      return { data, meta: { below: cut || found.length > paging } };
    },

    async queue(userId: string, asked: Paged & units.QueueFilter) {
      const offset = offsetOf(asked);
      const known = await translatedBy(userId);
      const page = { offset, limit: asked.paging };
      return pageOf(asked, offset, await units.listQueue(db, userId, known, asked, page));
    },

    async mine(userId: string, asked: Paged & units.MineFilter) {
      const offset = offsetOf(asked);
      return pageOf(asked, offset, await units.listMine(db, userId, asked, { offset, limit: asked.paging }));
    },
  };
}
