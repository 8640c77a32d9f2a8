import type { GlossaryEntry, GlossaryEntryBody } from "@kakehashi/contract/glossary";
import { languages } from "@kakehashi/contract/languages";
import { AppError } from "../../kit/errors.ts";
import type * as store from "./store.ts";

/**
 * Returns the error for an entry that has the same terms as an existing entry. The error names the first language in
 * which the two entries spell the term differently. If the existing entry was read from the database, the error
 * contains it.
 */
export function createDuplicateEntryError(
  entry: store.GlossaryEntryColumns,
  existingEntry: store.GlossaryEntryColumns | store.GlossaryEntryRow,
): AppError {
  const filledLanguages = languages.filter((language) => entry[language] !== null);
  const field =
    filledLanguages.find((language) => entry[language] !== existingEntry[language]) ??
    filledLanguages[0] ??
    "en";
  const existingTerms = languages.flatMap((language) => existingEntry[language] ?? []).join(" · ");
  return new AppError("GLOSSARY.KNOWN", {
    ...("updated_at" in existingEntry && { entry: toGlossaryEntry(existingEntry) }),
    fields: {
      [field]: {
        en: `The glossary has this term already: ${existingTerms}`,
        vi: `Bảng thuật ngữ đã có thuật ngữ này: ${existingTerms}`,
        ja: `この用語はすでに用語集にあります：${existingTerms}`,
      },
    },
  });
}

export const omitUndefinedFields = (entry: GlossaryEntryBody) =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as {
    [K in keyof GlossaryEntryBody]: Exclude<GlossaryEntryBody[K], undefined>;
  };

/** Converts an entry to the form that the audit log stores. The entry's first term becomes the title. */
export const auditDetailsOfEntry = ({ en, vi, ja, note, do_not_translate }: store.GlossaryEntryColumns) => ({
  title: en ?? vi ?? ja ?? "",
  en,
  vi,
  ja,
  note,
  do_not_translate,
});

export const toGlossaryEntry = ({ updated_at, ...entry }: store.GlossaryEntryRow): GlossaryEntry => ({
  ...entry,
  updated_at: updated_at.toISOString(),
});
