import { maximumTermLength } from "@kakehashi/contract/glossary";
import { findLanguageColumns, isTrueCell, type LanguageColumn, normalizeHeading } from "./csv-columns.ts";
import { type CsvRow, readCsv } from "./csv-rows.ts";
import { createSkippedItem, type FileTerm, type ImportItem } from "./item.ts";
import { collapseTermSpaces, itemsOfTermUnit } from "./tbx.ts";

/**
 * Reads glossary terms from a CSV file. It has one column per language, and optionally `note` and
 * `do_not_translate`.
 */
export const readTermsCsv = (textPieces: AsyncIterable<string>, openingText: string) =>
  readCsv<FileTerm>(textPieces, openingText, (heading) => {
    const names = heading.map((name) => normalizeHeading(name).replace(/[\s-]/g, "_"));
    const columns = findLanguageColumns(heading);
    if (!columns.some(({ language }) => language)) return null;
    return (row) => {
      const unit: FileTerm = {
        en: null,
        vi: null,
        ja: null,
        note: row.cells[names.indexOf("note")]?.trim() ?? "",
        do_not_translate: isTrueCell(row.cells[names.indexOf("do_not_translate")]),
      };
      return generateTermItems(row, unit, columns);
    };
  });

function* generateTermItems(
  { line, cells }: CsvRow,
  unit: FileTerm,
  columns: readonly LanguageColumn[],
): Generator<ImportItem<FileTerm>> {
  let isInSkippedList = false;
  for (const { index, tag, language } of columns) {
    const text = collapseTermSpaces(cells[index] ?? "");
    if (text === "") continue;
    const refusedItem =
      language === null
        ? createSkippedItem(line, "LANGUAGE", text, tag)
        : text.length > maximumTermLength
          ? createSkippedItem(line, "TOO_LONG", text, String(text.length))
          : unit[language] !== null
            ? createSkippedItem(line, "SYNONYM", unit[language] ?? "", text)
            : null;
    if (refusedItem) {
      isInSkippedList = true;
      yield refusedItem;
    } else if (language) unit[language] = text;
  }
  yield* itemsOfTermUnit(line, unit, isInSkippedList);
}
