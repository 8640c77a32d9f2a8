import type { BotText } from "@kakehashi/contract/bot-texts";
import type { Language } from "@kakehashi/contract/languages";
import type { MemorySuggestion } from "@kakehashi/contract/memory";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Bots } from "../bots/service.ts";
import type { Broadcasts } from "../broadcasts/service.ts";
import type { Live } from "../live/service.ts";
import type { TranslationMemory } from "../memory/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Translations } from "../translations/service.ts";
import { requireAllowedLength, requireSamePlaceholders } from "./checks.ts";
import { createClaims } from "./claims.ts";
import { createTextContainers } from "./containers.ts";
import { createBotTextFigures } from "./figures.ts";
import { createBotTextQueries } from "./reading.ts";
import { endRequestIfDone } from "./request-notices.ts";
import * as requestStore from "./request-store.ts";
import { type AuditedPerson, createTranslationRequests } from "./requests.ts";
import {
  type BotTextsSnapshot,
  createBotTextsLoader,
  type PersonReadingBotTexts,
  type TranslatableText,
  toBotText,
} from "./sight.ts";
import * as store from "./store.ts";
import { createTextKey, type TextReference } from "./waiting.ts";

export interface BotTextDependencies {
  db: Kysely<DB>;
  live: Pick<Live, "toUser">;
  bots: Pick<Bots, "require" | "requireIn" | "peopleOf" | "flows" | "articles" | "phrases" | "canned">;
  broadcasts: Pick<Broadcasts, "texts" | "rewrite">;
  memory: Pick<TranslationMemory, "storePairs" | "suggestForText">;
  translations: Pick<Translations, "defineBotFigures">;
  notifications: Pick<Notifications, "write" | "announce">;
}

export type BotTexts = ReturnType<typeof createBotTexts>;

interface TranslatedBotText {
  readonly content: string;
  /** The original as the translator saw it. The translation is refused if the original has changed since then. */
  readonly source: string;
  readonly target: string;
}

const emptyClaim = { claimed_by: null, claimed_at: null, handed_over_by: null, hand_over_note: "" } as const;

/**
 * Manages translations of the texts of bots (decisions 92 and 96). A request asks for translations of all texts of a
 * bot that have no translation into one language, or an outdated one. No table lists these texts: they are computed
 * from the stories, articles, broadcasts and other containers. A translation is stored in the text's container, like a
 * change by an editor.
 */
export function createBotTexts({
  db,
  live,
  bots,
  broadcasts,
  notifications,
  ...otherDependencies
}: BotTextDependencies) {
  const { memory, translations } = otherDependencies;
  const containers = createTextContainers({ bots, broadcasts });
  const textsReader = createBotTextsLoader({ bots, containers });
  const textReading = createBotTextQueries(db, textsReader);
  translations.defineBotFigures(createBotTextFigures(db, textReading.countWaiting));

  /** Sends a live event to everybody who works on the bot. Call this after the commit. */
  async function publishChange(botId: string): Promise<void> {
    const event: PersonalEvent = { type: "BOT_TEXTS_CHANGED", bot_id: botId };
    for (const userId of await bots.peopleOf(botId)) live.toUser(userId, event);
  }

  /**
   * Returns the request for translations into this language, even one that has ended because all texts were translated.
   * Throws if there is no request, if the bot is archived, or if the text's broadcast has begun or was cancelled.
   */
  function requireOpenRequest(
    { bot }: BotTextsSnapshot,
    { text }: TranslatableText,
    requests: readonly requestStore.BotTextRequest[],
    language: Language,
  ): requestStore.BotTextRequest {
    if (bot.archived_at !== null) throw new AppError("BOT.ARCHIVED");
    const request = requests.find((languageRequest) => languageRequest.language === language);
    if (!request) throw new AppError("BOT_TEXT.NOT_ASKED");
    if (text.isClosedForTranslation) throw new AppError("BOT_TEXT.SENT");
    return request;
  }

  /** Returns a text that the person can translate, even if its translation is no longer requested. */
  async function findTranslatableText(
    person: PersonReadingBotTexts,
    { botId, language, ...textLocation }: TextReference,
  ) {
    const view = await textsReader.readBotTexts(db, person, botId, textLocation.container_id);
    return { view, found: textsReader.findTranslatable(view, person.userId, textLocation, language) };
  }

  /** Returns a text that the person can translate. Throws if its translation is not requested. */
  async function findRequestedText(
    person: PersonReadingBotTexts,
    { botId, language, ...textLocation }: TextReference,
  ) {
    const { view, found } = await findTranslatableText(person, { botId, language, ...textLocation });
    requireOpenRequest(view, found, await requestStore.listBotTextRequests(db, botId), language);
    return { view, found };
  }

  async function readText(person: PersonReadingBotTexts, address: TextReference): Promise<BotText> {
    const { view, found } = await findTranslatableText(person, address);
    return toBotText(view, found, address.language);
  }

  return {
    overview: textReading.getOverview,
    jobs: textReading.listJobs,
    list: textReading.list,
    own: textReading.listOwn,
    view: (reader: PersonReadingBotTexts, { botId, language, ...textLocation }: TextReference) =>
      textReading.viewText(reader, botId, textLocation, language),

    ...createTranslationRequests({ db, bots, notifications, textsReader, textReading, publishChange }),

    async suggest(
      person: PersonReadingBotTexts,
      { botId, language, ...textLocation }: TextReference,
      interfaceLanguage: Language,
    ): Promise<MemorySuggestion[]> {
      const { translationState } = (await findTranslatableText(person, { botId, language, ...textLocation }))
        .found;
      const languagePair = { from: translationState.source_language, to: language };
      return memory.suggestForText(
        { userId: person.userId, language: interfaceLanguage },
        languagePair,
        translationState.source,
      );
    },

    ...createClaims({
      db,
      notifications,
      findRequestedText,
      findTranslatableText,
      readText,
      publishChange,
    }),

    /** Stores a translator's draft, even after the translation request was withdrawn. */
    async saveDraft(person: PersonReadingBotTexts, address: TextReference, content: string) {
      const { found } = await findTranslatableText(person, address);
      if (content.trim() === "") {
        await store.removeBotTextDraft(db, address, person.userId);
        return null;
      }
      const savedDraft = await store.upsertBotTextDraft(
        db,
        store.withContainerKind(address, found),
        person.userId,
        content,
      );
      return savedDraft
        ? { content: savedDraft.content, edited_at: savedDraft.edited_at.toISOString() }
        : null;
    },

    /** Writes a translation into its container (a story, an article and so on) and into the translation memory. */
    async translate(
      person: AuditedPerson & { userId: string },
      address: TextReference,
      { content, source, target }: TranslatedBotText,
    ): Promise<BotText> {
      const { botId, language, ...fieldLocation } = address;
      const { userId } = person;
      let publishAfterCommit = async () => {};
      const { found: previousText } = await findTranslatableText(person, address);
      await containers.write(person, botId, previousText.text.container, async (tx, bot) => {
        const requests = await requestStore.listBotTextRequests(tx, botId, true);
        const view = await textsReader.readBotTexts(tx, person, botId);
        const translatableText = textsReader.findTranslatable(view, userId, fieldLocation, language);
        const request = requireOpenRequest(view, translatableText, requests, language);
        const { text, translationState, claimAndLastTranslation: work } = translatableText;
        if (work?.claimed_by && work.claimed_by !== userId) throw new AppError("BOT_TEXT.CLAIMED");
        if (translationState.source !== source) throw new AppError("BOT_TEXT.ORIGINAL");
        if (translationState.target !== target) throw new AppError("BOT_TEXT.CHANGED");
        requireSamePlaceholders(source, content);
        requireAllowedLength(content, text, bot.platforms);
        const lastTranslation = {
          source_language: translationState.source_language,
          source,
          target: content,
        };
        await store.storeTranslationSource(
          tx,
          store.withContainerKind(address, translatableText),
          lastTranslation,
          userId,
        );
        await store.recordTranslationForFigures(tx, address, userId, {
          isFirstTranslation: translationState.state === "MISSING",
          characters: [...content].length,
          requestedAt: request.asked_at,
        });
        await store.removeBotTextDraft(tx, address, userId);
        const languagePair = {
          from: translationState.source_language,
          to: language,
          source,
          target: content,
        };
        await memory.storePairs(tx, [{ ...languagePair, approved: false, userId }]);
        const texts = view.texts.map((botText) =>
          botText === text ? { ...botText, texts: { ...botText.texts, [language]: content } } : botText,
        );
        const translationWorks = new Map(view.claimsAndLastTranslations);
        translationWorks.set(createTextKey(fieldLocation, language), {
          ...emptyClaim,
          ...fieldLocation,
          ...lastTranslation,
          language,
        });
        publishAfterCommit = await endRequestIfDone(
          notifications,
          tx,
          { ...view, texts, claimsAndLastTranslations: translationWorks },
          request,
          userId,
        );
        return { field: fieldLocation.field, language, content };
      });
      await publishAfterCommit();
      await publishChange(botId);
      return readText(person, address);
    },
  };
}
