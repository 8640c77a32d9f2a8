import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { isTranslatedInto } from "./is-translated-into.ts";

/**
 * The languages into which a request asks at first: the reader's own, or the others that are missing if it is not. If none
 * is missing, the reader may want another translation into their own.
 */
export function defaultRequestLanguages(
  messages: readonly Pick<Message, "language" | "revision" | "translations">[],
  readerLanguage: Language,
): Language[] {
  const isTranslationMissing = (language: Language) =>
    messages.some((message) => message.language !== language && !isTranslatedInto(message, language));
  if (isTranslationMissing(readerLanguage)) return [readerLanguage];
  const others = languages.filter((language) => language !== readerLanguage);
  const missing = others.filter(isTranslationMissing);
  if (missing.length > 0) return missing;
  return messages.every(({ language }) => language === readerLanguage) ? others : [readerLanguage];
}
