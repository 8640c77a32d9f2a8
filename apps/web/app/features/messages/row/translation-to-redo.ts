import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";

/**
 * The translation that a reader may request again. Undefined if there is none, or if it was requested
 * already.
 */
export const translationToRequestAgain = (
  { language: original, translations }: Pick<Message, "language" | "translations">,
  language: Language,
) =>
  language === original
    ? undefined
    : translations?.find(
        (translation) =>
          translation.language === language &&
          translation.version > 0 &&
          translation.state !== "NEEDS_RETRANSLATION",
      );
