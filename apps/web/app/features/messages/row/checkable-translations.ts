import type { Message } from "@kakehashi/contract/messages";
import type { MessageTranslation } from "@kakehashi/contract/translation-states";
import type { SignedInReader } from "../../auth/reader.ts";

/**
 * Returns the translations that the reader can check, because the reader knows both languages. Leaves out unchecked
 * machine translations: there may be one for every message.
 */
export function findCheckableTranslations(
  { language: source, translations = [] }: Pick<Message, "language" | "translations">,
  { languages }: Pick<SignedInReader, "languages">,
): MessageTranslation[] {
  return languages.includes(source)
    ? translations.filter(
        ({ version, origin, state, language }) =>
          version > 0 && (origin !== "MACHINE" || state === "APPROVED") && languages.includes(language),
      )
    : [];
}
