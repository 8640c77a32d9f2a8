import type { BotLanguageTranslationStatus } from "@kakehashi/contract/bot-text-requests";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { type AuditAuthor, recordAudit } from "../audit/service.ts";
import type { Bots } from "../bots/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { createBotTextQueries } from "./reading.ts";
import { notifyTranslators } from "./request-notices.ts";
import * as requestStore from "./request-store.ts";
import { type BotTextsLoader, listTextsWaitingForTranslation, type PersonReadingBotTexts } from "./sight.ts";

/** A person who changes a text, with the data that the audit log stores about them. */
export type AuditedPerson = PersonReadingBotTexts & AuditAuthor;

interface TranslationRequestDependencies {
  readonly db: Kysely<DB>;
  readonly bots: Pick<Bots, "requireIn">;
  readonly notifications: Pick<Notifications, "write" | "announce">;
  readonly textsReader: Pick<BotTextsLoader, "readBotTexts">;
  readonly textReading: Pick<ReturnType<typeof createBotTextQueries>, "summaryOfSight">;
  /** Sends a live event to everybody who works on the bot. Called after the commit. */
  publishChange(botId: string): Promise<void>;
}

/** Makes and withdraws the requests for translations of a bot's texts. */
export function createTranslationRequests({
  db,
  bots,
  notifications,
  textsReader,
  textReading,
  publishChange,
}: TranslationRequestDependencies) {
  async function summarizeLanguage(
    reader: PersonReadingBotTexts,
    botId: string,
    language: Language,
  ): Promise<BotLanguageTranslationStatus> {
    const view = await textsReader.readBotTexts(db, reader, botId);
    return textReading.summaryOfSight(view, language, await requestStore.listBotTextRequests(db, botId));
  }

  return {
    /**
     * Asks the bot's translators to translate all texts that have no translation into this language, or an outdated
     * one.
     */
    async askForTranslations(
      person: AuditedPerson,
      botId: string,
      language: Language,
    ): Promise<BotLanguageTranslationStatus> {
      const notices = await db.transaction().execute(async (tx) => {
        const bot = await bots.requireIn(tx, person, botId, "edit", true);
        if (bot.archived_at !== null) throw new AppError("BOT.ARCHIVED");
        if (!bot.languages.includes(language))
          throw new AppError("BOT_TEXT.LANGUAGE", { fields: { language: "choice" } });
        const view = await textsReader.readBotTexts(tx, person, botId);
        if (listTextsWaitingForTranslation(view, language).length === 0)
          throw new AppError("BOT_TEXT.NOTHING");
        const isNewRequest = await requestStore.openBotTextRequest(tx, botId, language, person.userId);
        await recordAudit(tx, person, "bot.texts", botId, { title: bot.name, language, step: "ask" });
        return isNewRequest ? notifyTranslators(notifications, tx, view, person.userId, language) : [];
      });
      await notifications.announce(notices);
      await publishChange(botId);
      return summarizeLanguage(person, botId, language);
    },

    /** Withdraws a translation request. Translators who have begun a text keep their draft. */
    async withdraw(
      person: AuditedPerson,
      botId: string,
      language: Language,
    ): Promise<BotLanguageTranslationStatus> {
      await db.transaction().execute(async (tx) => {
        const { name } = await bots.requireIn(tx, person, botId, "edit", true);
        if (await requestStore.removeBotTextRequest(tx, botId, language))
          await recordAudit(tx, person, "bot.texts", botId, { title: name, language, step: "withdraw" });
      });
      await publishChange(botId);
      return summarizeLanguage(person, botId, language);
    },
  };
}
