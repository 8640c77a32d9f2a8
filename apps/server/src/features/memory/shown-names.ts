import { showDeletedNames } from "@kakehashi/contract/deleted-names";
import type { Language } from "@kakehashi/contract/languages";
import type { TranslationPairRow } from "./store.ts";

/** Shows the word for a deleted person (`deletedName`) in mentions of deleted people, in the reader's language. */
export const showDeletedNamesInUnit = <T extends { source: string; target: string }>(
  unit: T,
  language: Language,
): T => ({
  ...unit,
  source: showDeletedNames(unit.source, language),
  target: showDeletedNames(unit.target, language),
});

/** Shows `deletedName` in the mentions of deleted people, in all batches of an export. */
export async function* showDeletedNamesInBatches(
  batches: AsyncIterable<readonly TranslationPairRow[]>,
  language: Language,
): AsyncGenerator<TranslationPairRow[]> {
  for await (const batch of batches) yield batch.map((unit) => showDeletedNamesInUnit(unit, language));
}
