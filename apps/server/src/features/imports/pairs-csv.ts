import type { Language } from "@kakehashi/contract/languages";
import { isTooLongForMessage } from "@kakehashi/contract/message-text";
import { findLanguageColumns, isTrueCell, normalizeHeading } from "./csv-columns.ts";
import { type CsvRow, readCsv } from "./csv-rows.ts";
import { createSkippedItem, type FileTranslationPair, findTagLanguage, type ImportItem } from "./item.ts";

/**
 * Reads pairs of texts from a CSV file. Its columns are `source_language, target_language, source, target`,
 * or one column per language.
 */
export const readPairsCsv = (textPieces: AsyncIterable<string>, openingText: string) =>
  readCsv<FileTranslationPair>(textPieces, openingText, (heading) => {
    const names = heading.map((name) => normalizeHeading(name).replace(/[\s-]/g, "_"));
    const [from, to, source, target] = ["source_language", "target_language", "source", "target"].map(
      (name) => names.indexOf(name),
    ) as [number, number, number, number];
    const approvedColumn = names.indexOf("approved");
    const isApprovedRow = ({ cells }: CsvRow) =>
      approvedColumn < 0 ? null : isTrueCell(cells[approvedColumn]);
    if ([from, to, source, target].every((index) => index >= 0))
      return (row) => {
        const readCell = (index: number, tagColumnIndex: number) => {
          const tag = row.cells[tagColumnIndex] ?? "";
          return { tag, language: findTagLanguage(tag), text: row.cells[index] ?? "" };
        };
        return generatePairItems(
          row.line,
          readCell(source, from),
          [readCell(target, to)],
          isApprovedRow(row),
        );
      };
    const columns = findLanguageColumns(heading);
    if (new Set(columns.flatMap(({ language }) => language ?? [])).size < 2) return null;
    return (row) => {
      const [originalCell, ...otherCells] = columns.map(({ index, tag, language }) => ({
        tag,
        language,
        text: row.cells[index] ?? "",
      }));
      return originalCell ? generatePairItems(row.line, originalCell, otherCells, isApprovedRow(row)) : [];
    };
  });

interface CsvCell {
  tag: string;
  language: Language | null;
  text: string;
}

function* generatePairItems(
  line: number,
  originalCell: CsvCell,
  otherCells: readonly CsvCell[],
  isApproved: boolean | null,
): Generator<ImportItem<FileTranslationPair>> {
  const createSkippedCellItem = (csvCell: CsvCell): ImportItem<never> | null => {
    const { tag, language, text } = csvCell;
    if (language === null) return createSkippedItem(line, "LANGUAGE", text, tag);
    if (text.trim() === "") return createSkippedItem(line, "EMPTY", text, tag);
    return isTooLongForMessage(text) ? createSkippedItem(line, "TOO_LONG", text, String(text.length)) : null;
  };
  const skippedSourceItem = createSkippedCellItem(originalCell);
  if (skippedSourceItem || originalCell.language === null) {
    if (skippedSourceItem) yield skippedSourceItem;
    return;
  }
  for (const otherCell of otherCells) {
    const reason = createSkippedCellItem(otherCell);
    if (reason) yield reason;
    else if (otherCell.language === originalCell.language || otherCell.language === null)
      yield createSkippedItem(line, "ONE_LANGUAGE", originalCell.text, otherCell.tag);
    else
      yield {
        kind: "unit",
        line,
        unit: {
          from: originalCell.language,
          to: otherCell.language,
          source: originalCell.text,
          target: otherCell.text,
          approved: isApproved,
        },
      };
  }
}
