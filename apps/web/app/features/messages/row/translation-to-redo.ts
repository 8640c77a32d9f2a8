import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";

/**
 * Returns the translation that the reader can request again. Undefined if there is none, or if it was already requested
 * again.
 */
export const findRetranslatableTranslation = (
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
