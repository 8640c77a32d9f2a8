import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { UserSummary } from "@kakehashi/contract/users";
import type { SignedInReader } from "../../auth/reader.ts";
import { isTranslatedInto } from "./is-translated-into.ts";

/**
 * Returns the languages into which the reader can translate the message. These are the languages that the reader knows
 * and that somebody in the room reads or has requested. If there are none, all languages that the reader knows. The
 * reader's own language comes first.
 */
export function targetLanguagesFor(
  { language: source, translations = [] }: Pick<Message, "language" | "translations">,
  reader: Pick<SignedInReader, "ownLanguage" | "languages">,
  people: readonly Pick<UserSummary, "working_language">[],
): readonly Language[] {
  if (!reader.languages.includes(source)) return [];
  const knownLanguages = languages
    .filter((language) => language !== source && reader.languages.includes(language))
    .sort(
      (firstLanguage, secondLanguage) =>
        Number(secondLanguage === reader.ownLanguage) - Number(firstLanguage === reader.ownLanguage),
    );
  const neededLanguages = knownLanguages.filter(
    (language) =>
      people.some(({ working_language }) => working_language === language) ||
      translations.some((translation) => translation.language === language),
  );
  return neededLanguages.length > 0 ? neededLanguages : knownLanguages;
}

/**
 * Returns the languages into which the reader can translate the message and no person has translated it yet. Leaves out
 * the reader's own language.
 */
export const findMissingTargetLanguages = (
  message: Pick<Message, "language" | "revision" | "translations">,
  reader: Pick<SignedInReader, "ownLanguage" | "languages">,
  people: readonly Pick<UserSummary, "working_language">[],
): readonly Language[] =>
  targetLanguagesFor(message, reader, people).filter(
    (language) => language !== reader.ownLanguage && !isTranslatedInto(message, language),
  );
