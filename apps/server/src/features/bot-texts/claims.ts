import type { BotText } from "@kakehashi/contract/bot-texts";
import { isTranslator, listKnownLanguages } from "@kakehashi/contract/known-languages";
import type { Language } from "@kakehashi/contract/languages";
import type { HandOverCandidate } from "@kakehashi/contract/translation-people";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import type { Notifications } from "../notifications/service.ts";
import type { BotTextsSnapshot, PersonReadingBotTexts, TranslatableText } from "./sight.ts";
import * as store from "./store.ts";
import type { TextReference } from "./waiting.ts";

interface ClaimDependencies {
  readonly db: Kysely<DB>;
  readonly notifications: Pick<Notifications, "write" | "announce">;
  /** Returns a text that the person can translate, even if its translation is no longer requested. */
  findTranslatableText(
    person: PersonReadingBotTexts,
    address: TextReference,
  ): Promise<{ view: BotTextsSnapshot; found: TranslatableText }>;
  /** Returns a text that the person can translate. Throws if its translation is not requested. */
  findRequestedText(
    person: PersonReadingBotTexts,
    address: TextReference,
  ): Promise<{ view: BotTextsSnapshot; found: TranslatableText }>;
  readText(person: PersonReadingBotTexts, address: TextReference): Promise<BotText>;
  publishChange(botId: string): Promise<void>;
}

/**
 * Returns the bot's other translators, and says for each which of the translation's two languages they do not know.
 * Translators who know both languages come first.
 */
const listOtherTranslators = (
  { peopleWithLanguages }: BotTextsSnapshot,
  userId: string,
  from: Language,
  to: Language,
): HandOverCandidate[] =>
  peopleWithLanguages
    .filter(({ person, role, is_blocked }) => person.id !== userId && isTranslator(role) && !is_blocked)
    .map((speaker) => {
      const personLanguages = listKnownLanguages(speaker);
      return {
        ...speaker.person,
        lacks: [from, to].filter((language) => !personLanguages.includes(language)),
      };
    })
    .sort(
      (firstTranslator, secondTranslator) =>
        firstTranslator.lacks.length - secondTranslator.lacks.length ||
        firstTranslator.name.localeCompare(secondTranslator.name),
    );

/** Lets translators claim the texts of a bot, release them, and hand them over to each other. */
export function createClaims({ db, notifications, ...otherDependencies }: ClaimDependencies) {
  const { findTranslatableText, findRequestedText, readText, publishChange } = otherDependencies;
  return {
    async claim(person: PersonReadingBotTexts, address: TextReference): Promise<BotText> {
      const { found } = await findRequestedText(person, address);
      const { userId } = person;
      const claim = { holderId: userId, handOverDetails: null };
      if (!(await store.claimText(db, store.withContainerKind(address, found), userId, claim)))
        throw new AppError("BOT_TEXT.CLAIMED");
      await publishChange(address.botId);
      return readText(person, address);
    },

    /** Lists the bot's other translators. Translators who know both languages of the translation come first. */
    async people(person: PersonReadingBotTexts, address: TextReference): Promise<HandOverCandidate[]> {
      const { view, found } = await findTranslatableText(person, address);
      return listOtherTranslators(
        view,
        person.userId,
        found.translationState.source_language,
        address.language,
      );
    },

    /** Gives a text to another translator of the bot, and notifies them. */
    async handOver(
      person: PersonReadingBotTexts,
      address: TextReference,
      { user_id: holderId, note }: { user_id: string; note: string },
    ): Promise<BotText> {
      const { userId } = person;
      const { view, found } = await findRequestedText(person, address);
      const { source_language: sourceLanguage } = found.translationState;
      const otherTranslators = listOtherTranslators(view, userId, sourceLanguage, address.language);
      if (!otherTranslators.some(({ id, lacks }) => id === holderId && lacks.length === 0))
        throw new AppError("ERR.INPUT", { fields: { user_id: "choice" } });
      const notificationId = await db.transaction().execute(async (tx) => {
        const claim = { holderId, handOverDetails: { by: userId, note } };
        if (!(await store.claimText(tx, store.withContainerKind(address, found), userId, claim)))
          throw new AppError("BOT_TEXT.CLAIMED");
        const { container_id, field, language } = address;
        return notifications.write(tx, {
          userId: holderId,
          type: "BOT_TEXT_HANDED_OVER",
          actorId: userId,
          data: {
            bot: { id: view.bot.id, name: view.bot.name },
            bot_text: { container_id, field },
            language,
            ...(note && { note }),
          },
        });
      });
      await notifications.announce([notificationId]);
      await publishChange(address.botId);
      return readText(person, address);
    },

    async release(person: PersonReadingBotTexts, address: TextReference): Promise<BotText> {
      const text = await readText(person, address);
      if (text.claimed_by?.id !== person.userId) return text;
      await store.releaseText(db, address, person.userId);
      await publishChange(address.botId);
      return readText(person, address);
    },
  };
}
