import { type Language, languages } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { isTranslatedInto } from "./is-translated-into.ts";

/**
 * The languages that are chosen when the dialog for a request opens. The reader's own language, if its translation is
 * missing. Otherwise all other languages whose translation is missing. If none is missing, the reader's own, because
 * they may want another translation. Messages in the reader's own language offer all other languages instead.
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
