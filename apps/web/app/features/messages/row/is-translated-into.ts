import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { isTranslationCurrent } from "@kakehashi/contract/translation-states";

/**
 * Whether a person has translated the present text of the message into this language. A machine's translation does
 * not count.
 */
export const isTranslatedInto = (
  { revision, translations = [] }: Pick<Message, "revision" | "translations">,
  language: Language,
): boolean =>
  translations.some(
    (translation) =>
      translation.language === language &&
      isTranslationCurrent(translation, { revision }) &&
      (translation.state === "TRANSLATED" || translation.state === "APPROVED"),
  );
