import {
  type CannedAnswer,
  type CannedAnswerBody,
  maximumCannedAnswersPerBot,
} from "@kakehashi/contract/bot-canned";
import type { Bot } from "@kakehashi/contract/bots";
import type { PartialTextsByLanguage } from "@kakehashi/contract/flows/texts";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { cutPage, offsetOf } from "../../kit/http/list-bytes.ts";
import { newId } from "../../kit/ids.ts";
import * as store from "./canned-store.ts";
import { type BotContentChangeDependencies, createBotContentChange } from "./part-changes.ts";
import type { BotActor } from "./person.ts";
import { type BotReader, setUpdatedAtToNow } from "./store.ts";

/** Manages the canned answers of bots: texts that are prepared for the people who answer visitors. */
export function createCannedAnswers(dependencies: BotContentChangeDependencies) {
  const { db, findBot: find } = dependencies;

  async function findAnswer(executor: Kysely<DB>, botId: string, id: string): Promise<CannedAnswer> {
    const foundAnswer = await store.findCannedAnswer(executor, botId, id);
    if (!foundAnswer) throw createNotFoundError();
    return foundAnswer;
  }

  /**
   * Runs the changes to canned answers of one bot one after the other, so that two people cannot take the same
   * shortcut.
   */
  const { change, rewriteTexts: rewriteCannedAnswers } = createBotContentChange(
    dependencies,
    "canned",
    setUpdatedAtToNow,
  );
  async function requireFreeShortcut(
    tx: Kysely<DB>,
    botId: string,
    shortcut: string,
    id: string,
  ): Promise<void> {
    if (await store.isShortcutTaken(tx, botId, shortcut, id))
      throw new AppError("ERR.INPUT", { fields: { shortcut: "shortcut_taken" } });
  }

  return {
    async list(
      reader: BotReader,
      botId: string,
      query: { page: number; paging: number; skip?: number | undefined; search?: string | undefined },
    ) {
      await find(db, reader, botId, "read");
      const { page, paging, search = "" } = query;
      const offset = offsetOf(query);
      const { answers, total } = await store.listCannedAnswers(db, botId, search.trim(), {
        offset,
        limit: paging,
      });
      const { data, has_more, next } = cutPage(answers, offset, offset + answers.length < total);
      return { data, meta: { page, paging, total, has_more, next } };
    },

    async create(person: BotActor, botId: string, body: CannedAnswerBody): Promise<CannedAnswer> {
      const id = newId();
      await change(person, botId, async (tx) => {
        if ((await store.countCannedAnswers(tx, botId)) >= maximumCannedAnswersPerBot)
          throw new AppError("BOT.TOO_MANY_CANNED");
        await requireFreeShortcut(tx, botId, body.shortcut, id);
        await store.insertCannedAnswer(tx, { id, botId, userId: person.userId }, body);
      });
      return findAnswer(db, botId, id);
    },

    async change(
      person: BotActor,
      botId: string,
      id: string,
      { revision, ...body }: CannedAnswerBody & { revision: number },
    ): Promise<CannedAnswer> {
      await change(person, botId, async (tx) => {
        if ((await findAnswer(tx, botId, id)).revision !== revision) throw new AppError("BOT.EDITED");
        await requireFreeShortcut(tx, botId, body.shortcut, id);
        await store.updateCannedAnswer(tx, id, body, person.userId);
      });
      return findAnswer(db, botId, id);
    },

    /** Returns a bot's canned answers with their texts. The caller must have checked the reader's permission. */
    texts: (executor: Kysely<DB>, botId: string, id: string | null): Promise<store.CannedAnswerTexts[]> =>
      store.listTextsOfCannedAnswers(executor, botId, id),

    /**
     * Replaces the text of a canned answer with a translation, and stores it as the answer's next revision. `rewriteText`
     * checks the translator's permission and returns the new text.
     */
    rewrite: (
      person: BotActor,
      botId: string,
      id: string,
      rewriteText: (
        tx: Kysely<DB>,
        text: PartialTextsByLanguage,
        bot: Bot,
      ) => Promise<PartialTextsByLanguage>,
    ): Promise<void> =>
      rewriteCannedAnswers(person, botId, async (tx, bot) => {
        const { shortcut, text } = await findAnswer(tx, botId, id);
        await store.updateCannedAnswer(
          tx,
          id,
          { shortcut, text: await rewriteText(tx, text, bot) },
          person.userId,
        );
      }),

    async remove(person: BotActor, botId: string, id: string): Promise<void> {
      await change(person, botId, async (tx) => {
        await findAnswer(tx, botId, id);
        await store.deleteCannedAnswer(tx, id);
      });
    },
  };
}
