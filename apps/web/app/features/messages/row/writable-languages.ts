import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import type { UserSummary } from "@kakehashi/contract/users";
import type { Reader } from "../../auth/reader.ts";
import { isTranslatedInto } from "./is-translated-into.ts";

/**
 * The languages into which the reader may translate the message: those that they know and that somebody in
 * the room reads or has asked for. If the room needs none of them, all languages that the reader knows. The
 * reader's own comes first.
 */
export function writableLanguages(
  { language: source, translations = [] }: Pick<Message, "language" | "translations">,
  reader: Pick<Reader, "language" | "languages">,
  people: readonly Pick<UserSummary, "working_language">[],
): readonly Language[] {
  if (!reader.languages.includes(source)) return [];
  const knownLanguages = languages
    .filter((language) => language !== source && reader.languages.includes(language))
    .sort(
      (firstLanguage, secondLanguage) =>
        Number(secondLanguage === reader.language) - Number(firstLanguage === reader.language),
    );
  const neededLanguages = knownLanguages.filter(
    (language) =>
      people.some(({ working_language }) => working_language === language) ||
      translations.some((translation) => translation.language === language),
  );
  return neededLanguages.length > 0 ? neededLanguages : knownLanguages;
}

/** The other languages into which the reader may translate the message, and into which nobody has. */
export const missingLanguages = (
  message: Pick<Message, "language" | "revision" | "translations">,
  reader: Pick<Reader, "language" | "languages">,
  people: readonly Pick<UserSummary, "working_language">[],
): readonly Language[] =>
  writableLanguages(message, reader, people).filter(
    (language) => language !== reader.language && !isTranslatedInto(message, language),
  );
