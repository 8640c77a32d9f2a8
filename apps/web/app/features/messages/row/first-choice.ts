import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { isTranslatedInto } from "./is-translated-into.ts";

/**
 * Returns the initially selected languages of a translation request. Selects the reader's language if a message lacks a
 * translation into it. Otherwise selects all other languages into which a message lacks a translation. If no
 * translation is missing, selects the reader's language again. If all messages are in the reader's language, selects
 * all others.
 */
export function initialRequestLanguages(
  messages: readonly Pick<Message, "language" | "revision" | "translations">[],
  readerLanguage: Language,
): Language[] {
  const isTranslationMissing = (language: Language) =>
    messages.some((message) => message.language !== language && !isTranslatedInto(message, language));
  if (isTranslationMissing(readerLanguage)) return [readerLanguage];
  const otherLanguages = languages.filter((language) => language !== readerLanguage);
  const missingLanguages = otherLanguages.filter(isTranslationMissing);
  if (missingLanguages.length > 0) return missingLanguages;
  return messages.every(({ language }) => language === readerLanguage) ? otherLanguages : [readerLanguage];
}
