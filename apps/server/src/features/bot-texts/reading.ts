import type { BotLanguageTranslationStatus } from "@kakehashi/contract/bot-text-requests";
import {
  type BotText,
  type BotTextNeighbour,
  type BotTranslationJob,
  maximumListedOwnTranslations,
  maximumListedTranslationJobs,
  maximumNeighbourTexts,
  maximumTextsPerTranslationJobPage,
} from "@kakehashi/contract/bot-texts";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { cutPage, firstFittingItems } from "../../kit/http/list-bytes.ts";
import { listOpenRequestsOfOwnBots } from "./figures-store.ts";
import * as requestStore from "./request-store.ts";
import {
  type BotTextsLoader,
  type BotTextsSnapshot,
  canTranslateBetween,
  listTextsWaitingForTranslation,
  listTranslatorsInto,
  type PersonReadingBotTexts,
  type TranslatableText,
  toBotText,
  toTranslatableText,
} from "./sight.ts";
import * as store from "./store.ts";
import { createTextKey, type FieldLocation, type MultilingualBotText } from "./waiting.ts";

/** Reads the bot texts that wait for a translation, for the bot's translators and editors. */
export function createBotTextQueries(db: Kysely<DB>, { readBotTexts, findTranslatable }: BotTextsLoader) {
  const listTextsToTranslate = (
    view: BotTextsSnapshot,
    userId: string,
    language: Language,
  ): TranslatableText[] =>
    listTextsWaitingForTranslation(view, language).filter(({ translationState }) =>
      canTranslateBetween(view, userId, translationState.source_language, language),
    );

  function summarizeTexts(
    view: BotTextsSnapshot,
    language: Language,
    requests: readonly requestStore.BotTextRequest[],
  ): BotLanguageTranslationStatus {
    const waitingTexts = listTextsWaitingForTranslation(view, language);
    const request = requests.find((languageRequest) => languageRequest.language === language);
    const isRequestOpen = request !== undefined && request.done_at === null && waitingTexts.length > 0;
    const claimHolderIds = new Set(waitingTexts.map(({ claimAndLastTranslation: work }) => work?.claimed_by));
    const people = view.peopleWithLanguages.map(({ person }) => person);
    return {
      language,
      missing: waitingTexts.filter(({ translationState }) => translationState.state === "MISSING").length,
      outdated: waitingTexts.filter(({ translationState }) => translationState.state === "OUTDATED").length,
      request: isRequestOpen
        ? { asked_by: request.asked_by, asked_at: request.asked_at.toISOString() }
        : null,
      done_at: request?.done_at?.toISOString() ?? null,
      working: people.filter(({ id }) => claimHolderIds.has(id)),
      translators: listTranslatorsInto(view, language).length,
    };
  }

  return {
    summaryOfSight: summarizeTexts,

    /** Counts the texts that wait for a translation, in each language of a bot. */
    async getOverview(reader: PersonReadingBotTexts, botId: string) {
      const view = await readBotTexts(db, reader, botId);
      const requests = await requestStore.listBotTextRequests(db, botId);
      return {
        languages: view.bot.languages.map((language) => summarizeTexts(view, language, requests)),
        outdated: view.bot.languages
          .flatMap((language) =>
            listTextsWaitingForTranslation(view, language)
              .filter(({ translationState }) => translationState.state === "OUTDATED")
              .map(({ text: { container_id, field } }) => ({ container_id, field, language })),
          )
          .slice(0, maximumTextsPerTranslationJobPage),
      };
    },

    /** Lists the bots with texts that this person can translate, once per bot and language. */
    async listJobs(reader: PersonReadingBotTexts): Promise<BotTranslationJob[]> {
      const jobs: BotTranslationJob[] = [];
      const textViewsByBot = new Map<string, BotTextsSnapshot>();
      for (const request of await requestStore.listOpenRequestsForTranslator(
        db,
        reader.userId,
        maximumListedTranslationJobs,
      )) {
        const { bot_id, language, asked_by, asked_at } = request;
        const view = textViewsByBot.get(bot_id) ?? (await readBotTexts(db, reader, bot_id));
        textViewsByBot.set(bot_id, view);
        const waitingTexts = listTextsToTranslate(view, reader.userId, language);
        if (waitingTexts.length === 0) continue;
        const isClaimedByOther = ({ claimAndLastTranslation: work }: TranslatableText) =>
          Boolean(work?.claimed_by) && work?.claimed_by !== reader.userId;
        jobs.push({
          bot: { id: bot_id, name: view.bot.name },
          language,
          asked_by,
          asked_at: asked_at.toISOString(),
          waiting: waitingTexts.length,
          sources: [...new Set(waitingTexts.map(({ translationState }) => translationState.source_language))],
          claimed: waitingTexts.filter(isClaimedByOther).length,
        });
      }
      return jobs;
    },

    /**
     * Lists the texts of a bot that wait for a translation into this language. Empty if the translation is no longer
     * requested.
     */
    async list(
      reader: PersonReadingBotTexts,
      botId: string,
      language: Language,
      { skip = 0, source }: { skip?: number | undefined; source?: Language | undefined },
    ) {
      const view = await readBotTexts(db, reader, botId);
      const requests = await requestStore.listBotTextRequests(db, botId);
      const isOpen = requests.some(
        (translationRequest) =>
          translationRequest.language === language && translationRequest.done_at === null,
      );
      const shouldListText = isOpen && view.bot.archived_at === null;
      const waitingTexts = (shouldListText ? listTextsToTranslate(view, reader.userId, language) : []).filter(
        ({ translationState }) => source === undefined || translationState.source_language === source,
      );
      const page = waitingTexts
        .slice(skip, skip + maximumTextsPerTranslationJobPage)
        .map((foundText) => toBotText(view, foundText, language));
      const { data, next } = cutPage(page, skip, skip + page.length < waitingTexts.length);
      return { data, meta: { next } };
    },

    /**
     * Counts the texts that wait for a translation, for each of the person's bots with an open request for
     * translations.
     */
    async countWaiting(
      reader: PersonReadingBotTexts,
    ): Promise<Map<string, { name: string; waiting: number }>> {
      const countsByBot = new Map<string, { name: string; waiting: number }>();
      const viewsByBot = new Map<string, BotTextsSnapshot>();
      for (const { bot_id, language } of await listOpenRequestsOfOwnBots(db, reader.userId)) {
        const view = viewsByBot.get(bot_id) ?? (await readBotTexts(db, reader, bot_id));
        viewsByBot.set(bot_id, view);
        const previousCount = countsByBot.get(bot_id)?.waiting ?? 0;
        const waitingCount = previousCount + listTextsWaitingForTranslation(view, language).length;
        countsByBot.set(bot_id, { name: view.bot.name, waiting: waitingCount });
      }
      return countsByBot;
    },

    /** Lists the bot texts that a person is translating or has translated. */
    async listOwn(reader: PersonReadingBotTexts, targetLanguage: Language | null) {
      const viewsByBot = new Map<string, BotTextsSnapshot>();
      const texts: BotText[] = [];
      for (const { bot_id, language, ...textLocation } of await store.listTextsTranslatorWorkedOn(
        db,
        reader.userId,
        targetLanguage,
        maximumListedOwnTranslations,
      )) {
        const view = viewsByBot.get(bot_id) ?? (await readBotTexts(db, reader, bot_id));
        viewsByBot.set(bot_id, view);
        const text = view.texts.find(
          (botText) => createTextKey(botText, language) === createTextKey(textLocation, language),
        );
        const foundText =
          text && view.bot.languages.includes(language) && toTranslatableText(view, text, language);
        if (
          foundText &&
          canTranslateBetween(view, reader.userId, foundText.translationState.source_language, language)
        )
          texts.push(toBotText(view, foundText, language));
      }
      return firstFittingItems(texts).data;
    },

    /** Returns one text, with the texts before and after it in the bot. */
    async viewText(
      reader: PersonReadingBotTexts,
      botId: string,
      fieldLocation: FieldLocation,
      language: Language,
    ) {
      const view = await readBotTexts(db, reader, botId, fieldLocation.container_id);
      const translatableText = findTranslatable(view, reader.userId, fieldLocation, language);
      const { source_language: sourceLanguage } = translatableText.translationState;
      const translatableTexts = view.texts.filter(
        (text) => text === translatableText.text || (text.texts[sourceLanguage] ?? "").trim() !== "",
      );
      const index = translatableTexts.indexOf(translatableText.text);
      const toNeighbourText = ({ container_id, field, texts }: MultilingualBotText): BotTextNeighbour => ({
        container_id,
        field,
        source: texts[sourceLanguage] ?? "",
        target: texts[language] ?? "",
      });
      const draft = await store.findBotTextDraft(db, { ...fieldLocation, language }, reader.userId);
      const requests = await requestStore.listBotTextRequests(db, botId);
      return {
        text: toBotText(view, translatableText, language),
        above: translatableTexts
          .slice(Math.max(0, index - maximumNeighbourTexts), index)
          .map(toNeighbourText),
        below: translatableTexts.slice(index + 1, index + 1 + maximumNeighbourTexts).map(toNeighbourText),
        draft: draft ? { content: draft.content, edited_at: draft.edited_at.toISOString() } : null,
        is_asked: requests.some((translationRequest) => translationRequest.language === language),
        bot_archived: view.bot.archived_at !== null,
        is_sent: translatableText.text.isClosedForTranslation ?? false,
      };
    },
  };
}
