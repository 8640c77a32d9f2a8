import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { Reader } from "../../auth/reader.ts";

/**
 * The translations of a message that the reader reads in its original, if they know both languages. Leaves
 * out texts that no person has looked at, because a machine translates everything.
 */
export function translationsForOthers(
  { language: source, translations = [] }: Pick<Message, "language" | "translations">,
  { languages }: Pick<Reader, "languages">,
): MessageTranslation[] {
  return languages.includes(source)
    ? translations.filter(
        ({ version, origin, state, language }) =>
          version > 0 && (origin !== "MACHINE" || state === "APPROVED") && languages.includes(language),
      )
    : [];
}
