import { canTranslateBotTexts } from "@kakehashi/contract/bot-permissions";
import type { BotText } from "@kakehashi/contract/bot-texts";
import type { Bot } from "@kakehashi/contract/bots";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { Bots } from "../bots/service.ts";
import { findCharacterLimit } from "./checks.ts";
import type { TextContainers } from "./containers.ts";
import * as store from "./store.ts";
import {
  createTextKey,
  type FieldLocation,
  type MultilingualBotText,
  type TextTranslationState,
  textTranslationStateOf,
} from "./waiting.ts";

export interface PersonReadingBotTexts {
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** A text to translate into one language. At least one other language of the bot already has this text. */
export interface TranslatableText {
  readonly text: MultilingualBotText;
  readonly translationState: TextTranslationState;
  readonly claimAndLastTranslation: store.ClaimAndLastTranslationRow | undefined;
}

/** The texts of a bot at one moment, with their translations and with the people who may translate them. */
export interface BotTextsSnapshot {
  readonly bot: Bot;
  readonly texts: readonly MultilingualBotText[];
  readonly claimsAndLastTranslations: ReadonlyMap<string, store.ClaimAndLastTranslationRow>;
  readonly peopleWithLanguages: readonly store.BotPersonLanguages[];
}

interface BotTextsReaderDependencies {
  readonly bots: Pick<Bots, "require">;
  readonly containers: Pick<TextContainers, "read">;
}

export const isWaitingForTranslation = ({ text, translationState }: TranslatableText) =>
  translationState.state !== "DONE" && !text.isClosedForTranslation;

/** Returns a text to translate into this language. Null if no other language has the text. */
export function toTranslatableText(
  { bot, claimsAndLastTranslations: translationWorks }: BotTextsSnapshot,
  text: MultilingualBotText,
  language: Language,
): TranslatableText | null {
  const translationWork = translationWorks.get(createTextKey(text, language));
  const textState = textTranslationStateOf(text, language, bot.languages, translationWork);
  return textState && { text, translationState: textState, claimAndLastTranslation: translationWork };
}

/** Returns the texts that wait for a translation into this language, in the order of the bot's texts. */
export const listTextsWaitingForTranslation = (
  snapshot: BotTextsSnapshot,
  language: Language,
): TranslatableText[] =>
  snapshot.bot.languages.includes(language)
    ? snapshot.texts
        .flatMap((text) => toTranslatableText(snapshot, text, language) ?? [])
        .filter(isWaitingForTranslation)
    : [];

/** Whether this person may translate the bot's texts from one language into another. */
export const canTranslateBetween = (
  { bot, peopleWithLanguages }: BotTextsSnapshot,
  userId: string,
  from: Language,
  to: Language,
): boolean =>
  peopleWithLanguages.some(
    (speaker) => speaker.person.id === userId && canTranslateBotTexts(bot.part, speaker, { from, to }),
  );

/** Returns the people who can translate at least one of the texts that wait for a translation into this language. */
export function listTranslatorsInto(snapshot: BotTextsSnapshot, language: Language) {
  const sourceLanguages = new Set(
    listTextsWaitingForTranslation(snapshot, language).map(
      ({ translationState }) => translationState.source_language,
    ),
  );
  return snapshot.peopleWithLanguages
    .map(({ person }) => person)
    .filter(({ id }) =>
      [...sourceLanguages].some((from) => canTranslateBetween(snapshot, id, from, language)),
    );
}

export function toBotText(
  snapshot: BotTextsSnapshot,
  translatableText: TranslatableText,
  language: Language,
): BotText {
  const { bot, peopleWithLanguages } = snapshot;
  const { text, translationState, claimAndLastTranslation: work } = translatableText;
  const findPerson = (id: string | null | undefined) =>
    peopleWithLanguages.find(({ person }) => person.id === id)?.person ?? null;
  const claimHolder = findPerson(work?.claimed_by);
  return {
    container_id: text.container_id,
    field: text.field,
    bot: { id: bot.id, name: bot.name },
    container: text.container,
    block_type: text.blockType,
    group: text.groupTitle,
    language,
    ...translationState,
    ...findCharacterLimit(text, bot.platforms),
    claimed_by: claimHolder,
    claimed_at: claimHolder && work?.claimed_at ? work.claimed_at.toISOString() : null,
    handed_over_by: claimHolder && findPerson(work?.handed_over_by),
    hand_over_note: claimHolder && work ? work.hand_over_note : "",
  };
}

export type BotTextsLoader = ReturnType<typeof createBotTextsLoader>;

/** Reads the texts of bots for translators and editors. */
export function createBotTextsLoader({ bots, containers }: BotTextsReaderDependencies) {
  /** Reads the texts of a bot. With a `containerId`, reads only the texts of this story, article or other container. */
  async function readBotTexts(
    executor: Kysely<DB>,
    reader: PersonReadingBotTexts,
    botId: string,
    containerId: string | null = null,
  ): Promise<BotTextsSnapshot> {
    const bot = await bots.require(executor, reader, botId, "read");
    const texts = await containers.read(executor, botId, containerId);
    const translationWorks = await store.listClaimsAndLastTranslations(executor, botId, containerId);
    return {
      bot,
      texts,
      claimsAndLastTranslations: new Map(
        translationWorks.map((translationWork) => [
          createTextKey(translationWork, translationWork.language),
          translationWork,
        ]),
      ),
      peopleWithLanguages: await store.listBotPeopleLanguages(executor, botId),
    };
  }

  function findText(
    view: BotTextsSnapshot,
    fieldLocation: FieldLocation,
    language: Language,
  ): TranslatableText {
    if (!view.bot.languages.includes(language)) throw new AppError("BOT_TEXT.LANGUAGE");
    const text = view.texts.find(
      (botText) => createTextKey(botText, language) === createTextKey(fieldLocation, language),
    );
    const foundText = text && toTranslatableText(view, text, language);
    if (!foundText) throw createNotFoundError();
    return foundText;
  }

  /**
   * Returns a text for a person who can translate it. Throws if the text was deleted or if the person cannot translate
   * it.
   */
  function findTranslatable(
    view: BotTextsSnapshot,
    userId: string,
    fieldLocation: FieldLocation,
    language: Language,
  ): TranslatableText {
    const foundText = findText(view, fieldLocation, language);
    if (!canTranslateBetween(view, userId, foundText.translationState.source_language, language))
      throw new AppError("TRANSLATION.LANGUAGES");
    return foundText;
  }

  return { readBotTexts, findTranslatable };
}
