import type { TranslationUnit } from "@kakehashi/contract/translations";
import type { Reader } from "../auth/reader.ts";

type Speaker = Pick<Reader, "languages">;
type TranslationUnitLanguages = Pick<TranslationUnit, "language"> & {
  message: Pick<TranslationUnit["message"], "language">;
};

/**
 * Whether a person knows the language of the original and the language of the translation, and so may write this
 * translation.
 */
export const knowsBothLanguages = (
  { languages }: Speaker,
  { message, language }: TranslationUnitLanguages,
): boolean => languages.includes(message.language) && languages.includes(language);

/**
 * Whether nobody in the message's room can translate it. The queue contains only messages that the reader can
 * translate, and messages of support rooms without a translator for them (decision 75). So it is enough to check the
 * reader's own languages.
 */
export const lacksTranslator = (
  reader: Speaker,
  unit: TranslationUnitLanguages & { conversation: { kind: string } },
): boolean => unit.conversation.kind === "SUPPORT" && !knowsBothLanguages(reader, unit);
