import type { TranslationUnit } from "@kakehashi/contract/translations";
import type { Reader } from "../auth/reader.ts";

type Speaker = Pick<Reader, "languages">;
type UnitLanguages = Pick<TranslationUnit, "language"> & {
  message: Pick<TranslationUnit["message"], "language">;
};

/** Whether the reader knows both languages and so may write this translation. */
export const knowsBothLanguages = ({ languages }: Speaker, { message, language }: UnitLanguages): boolean =>
  languages.includes(message.language) && languages.includes(language);

/**
 * Whether no translator of the unit's room knows both languages. Other units that the reader cannot translate are not
 * in the queue, so this is simple to tell (decision 75).
 */
export const isBeyondAll = (
  reader: Speaker,
  unit: UnitLanguages & { conversation: { kind: string } },
): boolean => unit.conversation.kind === "SUPPORT" && !knowsBothLanguages(reader, unit);
