import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { isTranslatedInto } from "./is-translated-into.ts";

/**
 * Returns the initially selected languages of a translation request. If a message lacks a translation into the reader's
 * language, returns only that language. Otherwise returns all missing languages. If none is missing, returns the
 * reader's language, or all others if every message is in the reader's language.
 */
export function defaultRequestLanguages(
  messages: readonly Pick<Message, "language" | "revision" | "translations">[],
  readerLanguage: Language,
): Language[] {
  const isTranslationMissing = (language: Language) =>
    messages.some((message) => message.language !== language && !isTranslatedInto(message, language));
  if (isTranslationMissing(readerLanguage)) return [readerLanguage];
  const otherLanguages = languages.filter((language) => language !== readerLanguage);
  const missing = otherLanguages.filter(isTranslationMissing);
  if (missing.length > 0) return missing;
  return messages.every(({ language }) => language === readerLanguage) ? otherLanguages : [readerLanguage];
}
