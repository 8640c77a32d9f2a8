import { showDeletedNames } from "@kakehashi/contract/deleted-names";
import type { Language } from "@kakehashi/contract/languages";
import type { TranslationPairRow } from "./store.ts";

/** Shows the word for a deleted person (`deletedNameByLanguage`) in mentions of deleted people, in the reader's language. */
export const replaceDeletedMarksInUnit = <T extends { source: string; target: string }>(
  unit: T,
  language: Language,
): T => ({
  ...unit,
  source: showDeletedNames(unit.source, language),
  target: showDeletedNames(unit.target, language),
});

/** Shows `deletedNameByLanguage` in the mentions of deleted people, in all batches of an export. */
export async function* replaceDeletedMarksInBatches(
  batches: AsyncIterable<readonly TranslationPairRow[]>,
  language: Language,
): AsyncGenerator<TranslationPairRow[]> {
  for await (const batch of batches) yield batch.map((unit) => replaceDeletedMarksInUnit(unit, language));
}
