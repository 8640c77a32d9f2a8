import { maximumEntriesPerGlossary } from "@kakehashi/contract/glossary";
import type { ImportSkipReason } from "@kakehashi/contract/imports";
import { languages } from "@kakehashi/contract/languages";
import { foldKeepingAccents } from "@kakehashi/contract/translation-checks/folded";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";
import * as store from "./store.ts";

/** A glossary entry from a file. The term in a language is null if the file has none. */
export type ImportedGlossaryEntry = Omit<store.GlossaryEntryColumns, "id">;

interface GlossaryImportResult {
  added: number;
  replaced: number;
  /**
   * The imported entries that were not stored because the glossary is full, or of which only a part was stored because
   * the glossary already has a different term in some language. They do not count as `replaced`.
   */
  refused: { index: number; reason: ImportSkipReason; text: string; detail: string }[];
  /**
   * The entries that the import added or changed, in the order of the changes. An entry that was changed twice appears
   * twice.
   */
  changes: { id: string; before: store.GlossaryEntryBeforeImport | null }[];
}

/**
 * Stores glossary entries from a file. An imported entry is merged into an existing entry in two cases: if both have
 * the same terms (compared as in a search), or if they share the term of one language and differ in no other language.
 * Otherwise the imported entry becomes a new entry.
 */
export async function importGlossaryEntries(
  tx: Kysely<DB>,
  glossaryScope: string,
  importedEntries: readonly ImportedGlossaryEntry[],
  userId: string | null,
): Promise<GlossaryImportResult> {
  const importResult: GlossaryImportResult = { added: 0, replaced: 0, refused: [], changes: [] };
  await store.lockScopeForImport(tx, glossaryScope);
  const entryIndex = createEntryIndex(await store.listAllEntries(tx, glossaryScope));
  for (const [index, term] of importedEntries.entries()) {
    const existingEntry =
      (await store.findEntryWithSameTerms(tx, glossaryScope, term)) ?? entryIndex.find(term);
    if (!existingEntry && entryIndex.count() >= maximumEntriesPerGlossary) {
      importResult.refused.push({
        index,
        reason: "FULL",
        text: term.en ?? term.vi ?? term.ja ?? "",
        detail: "",
      });
      continue;
    }
    const differingTerms = existingEntry && findDifferingTerms(existingEntry, term);
    if (differingTerms) importResult.refused.push({ index, reason: "MERGED", ...differingTerms });
    const entry: store.GlossaryEntryColumns = existingEntry
      ? addMissingTerms(existingEntry, term)
      : { ...term, id: newId() };
    if (existingEntry && isSameEntry(existingEntry, entry)) continue;
    // The merged entry would have the same terms as another entry, which is not allowed. So the imported entry is
    // skipped.
    if (existingEntry && (await store.findEntryWithSameTerms(tx, glossaryScope, entry, existingEntry.id)))
      continue;
    importResult.changes.push({
      id: entry.id,
      before: existingEntry ? await store.readEntryBeforeImport(tx, entry.id) : null,
    });
    await store.saveEntry(tx, glossaryScope, entry, userId);
    entryIndex.addToIndex(entry);
    if (!existingEntry) importResult.added++;
    else if (!differingTerms) importResult.replaced++;
  }
  return importResult;
}

const normalizeTerm = (text: string | null) => (text === null ? null : foldKeepingAccents(text));

/** Creates an index that finds the entries of a glossary by any of their terms. */
function createEntryIndex(rows: readonly store.GlossaryEntryColumns[]) {
  const byId = new Map<string, store.GlossaryEntryColumns>();
  const entryIdsByTerm = new Map<string, Set<string>>();
  const addToIndex = (entry: store.GlossaryEntryColumns) => {
    byId.set(entry.id, entry);
    for (const language of languages) {
      const key = `${language} ${normalizeTerm(entry[language])}`;
      entryIdsByTerm.set(key, (entryIdsByTerm.get(key) ?? new Set()).add(entry.id));
    }
  };
  for (const row of rows) addToIndex(row);
  /** Returns the entries that share a term with the imported entry in any language. */
  const listEntriesWithSharedTerm = (term: ImportedGlossaryEntry): store.GlossaryEntryColumns[] =>
    languages.flatMap((language) =>
      term[language] === null
        ? []
        : [...(entryIdsByTerm.get(`${language} ${normalizeTerm(term[language])}`) ?? [])].flatMap(
            (id) => byId.get(id) ?? [],
          ),
    );
  return {
    addToIndex,
    count: () => byId.size,
    find: (term: ImportedGlossaryEntry) =>
      listEntriesWithSharedTerm(term).find((entry) =>
        languages.every(
          (language) =>
            entry[language] === null ||
            term[language] === null ||
            normalizeTerm(entry[language]) === normalizeTerm(term[language]),
        ),
      ),
  };
}

/**
 * Compares an imported entry with an existing entry, language by language. Returns the terms of the first language in
 * which they differ. Upper and lower case make no difference, because glossary terms are also found in texts regardless
 * of case.
 */
function findDifferingTerms(
  entry: store.GlossaryEntryColumns,
  term: ImportedGlossaryEntry,
): { text: string; detail: string } | undefined {
  for (const language of languages) {
    const [text, detail] = [term[language], entry[language]];
    if (text !== null && detail !== null && text.toLowerCase() !== detail.toLowerCase())
      return { text, detail };
  }
  return undefined;
}

/**
 * Adds the terms of a file to an existing entry, in languages where the entry has none. A note from the file replaces
 * the entry's note.
 */
const addMissingTerms = (
  entry: store.GlossaryEntryColumns,
  term: ImportedGlossaryEntry,
): store.GlossaryEntryColumns => ({
  id: entry.id,
  en: entry.en ?? term.en,
  vi: entry.vi ?? term.vi,
  ja: entry.ja ?? term.ja,
  note: term.note || entry.note,
  do_not_translate: entry.do_not_translate || term.do_not_translate,
});

const isSameEntry = (
  firstEntry: store.GlossaryEntryColumns,
  secondEntry: store.GlossaryEntryColumns,
): boolean =>
  languages.every((language) => firstEntry[language] === secondEntry[language]) &&
  firstEntry.note === secondEntry.note &&
  firstEntry.do_not_translate === secondEntry.do_not_translate;
