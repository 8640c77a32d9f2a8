import type { TranslationUnit } from "@kakehashi/contract/translations";
import type { SignedInReader } from "../auth/reader.ts";

type LanguageReader = Pick<SignedInReader, "languages">;
type TranslationUnitLanguages = Pick<TranslationUnit, "language"> & {
  message: Pick<TranslationUnit["message"], "language">;
};

/** Whether a person knows both languages of a translation, and may therefore write it. */
export const knowsBothLanguages = (
  { languages }: LanguageReader,
  { message, language }: TranslationUnitLanguages,
): boolean => languages.includes(message.language) && languages.includes(language);

/**
 * Whether no translator in the message's room knows both languages. Checking the reader's languages is enough, because
 * the queue contains only two kinds of messages: those that the reader can translate, and those of a support room
 * without a suitable translator (decision 75).
 */
export const lacksTranslator = (
  reader: LanguageReader,
  unit: TranslationUnitLanguages & { conversation: { kind: string } },
): boolean => unit.conversation.kind === "SUPPORT" && !knowsBothLanguages(reader, unit);
