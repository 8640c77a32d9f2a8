import { pipeline, Readable } from "node:stream";
import { maximumTermLength } from "@kakehashi/contract/glossary";
import type { Language } from "@kakehashi/contract/languages";
import { maximumTranslationUnits } from "@kakehashi/contract/translation-states";
import { CsvError, parse } from "csv-parse";
import { removeFormulaApostrophe } from "../../kit/text/csv.ts";
import {
  type FileTerm,
  type FileTranslationPair,
  type ImportItem,
  languageOfTag,
  normalizeText,
  skippedItem,
} from "./item.ts";
import { ImportProblem } from "./problem.ts";
import { itemsOfTermUnit, normalizeTerm } from "./tbx.ts";

/** Maximum characters of one CSV row. The parser keeps a whole row in memory. */
const maximumRowLength = 2_000_000;
const maximumColumns = 100;
const batchSize = 500;

/** The language names that a column heading may contain, and their languages. */
const languageNames = new Map<string, Language>([
  ["english", "en"],
  ["tiếng anh", "en"],
  ["英語", "en"],
  ["vietnamese", "vi"],
  ["tiếng việt", "vi"],
  ["ベトナム語", "vi"],
  ["japanese", "ja"],
  ["tiếng nhật", "ja"],
  ["日本語", "ja"],
]);

interface CsvRow {
  line: number;
  cells: string[];
}

interface LanguageColumn {
  index: number;
  /** The language's name or code as written in the column heading. */
  tag: string;
  language: Language | null;
}

const normalizeHeading = (name: string) => name.normalize("NFKC").trim().toLowerCase();

/** Column headings of two letters that look like a language code but are none. */
const nonLanguageHeadings = new Set(["id", "no"]);

/**
 * Returns the columns for a language. Their heading is a name in `languageNames`, or a two-letter code with or without
 * a country.
 */
function findLanguageColumns(heading: readonly string[]): LanguageColumn[] {
  return heading.flatMap((name, index) => {
    const language = languageNames.get(normalizeHeading(name));
    if (language) return [{ index, tag: name, language }];
    return /^[a-z]{2}(?:[-_][a-z]{2,4})?$/.test(normalizeHeading(name)) &&
      !nonLanguageHeadings.has(normalizeHeading(name))
      ? [{ index, tag: name.trim(), language: languageOfTag(name) }]
      : [];
  });
}

const isTrueCell = (cell: string | undefined) => /^(?:true|yes|1|x)$/i.test(cell?.trim() ?? "");

type CsvRowReader<T> = (row: CsvRow) => Iterable<ImportItem<T>>;

/**
 * Reads pairs of texts from a CSV file. Its columns are `source_language, target_language, source, target`,
 * or one column per language.
 */
export const readPairsCsv = (pieces: AsyncIterable<string>, head: string) =>
  readCsv<FileTranslationPair>(pieces, head, (heading) => {
    const names = heading.map((name) => normalizeHeading(name).replace(/[\s-]/g, "_"));
    const [from, to, source, target] = ["source_language", "target_language", "source", "target"].map(
      (name) => names.indexOf(name),
    ) as [number, number, number, number];
    const approvedColumn = names.indexOf("approved");
    const isApprovedRow = ({ cells }: CsvRow) =>
      approvedColumn < 0 ? null : isTrueCell(cells[approvedColumn]);
    if ([from, to, source, target].every((index) => index >= 0))
      return (row) => {
        const cellTextAt = (index: number, tagIndex: number) => {
          const tag = row.cells[tagIndex] ?? "";
          return { tag, language: languageOfTag(tag), text: row.cells[index] ?? "" };
        };
        return itemsOfPair(row.line, cellTextAt(source, from), [cellTextAt(target, to)], isApprovedRow(row));
      };
    const columns = findLanguageColumns(heading);
    if (new Set(columns.flatMap(({ language }) => language ?? [])).size < 2) return null;
    return (row) => {
      const [originalCell, ...otherCells] = columns.map(({ index, tag, language }) => ({
        tag,
        language,
        text: row.cells[index] ?? "",
      }));
      return originalCell ? itemsOfPair(row.line, originalCell, otherCells, isApprovedRow(row)) : [];
    };
  });

interface CsvCellText {
  tag: string;
  language: Language | null;
  text: string;
}

function* itemsOfPair(
  line: number,
  originalCell: CsvCellText,
  otherCells: readonly CsvCellText[],
  isApproved: boolean | null,
): Generator<ImportItem<FileTranslationPair>> {
  const skippedCellItem = (cellText: CsvCellText): ImportItem<never> | null => {
    const { tag, language, text } = cellText;
    if (language === null) return skippedItem(line, "LANGUAGE", text, tag);
    if (text.trim() === "") return skippedItem(line, "EMPTY", text, tag);
    return text.length > maximumTranslationUnits
      ? skippedItem(line, "TOO_LONG", text, String(text.length))
      : null;
  };
  const skippedSourceItem = skippedCellItem(originalCell);
  if (skippedSourceItem || originalCell.language === null) {
    if (skippedSourceItem) yield skippedSourceItem;
    return;
  }
  for (const other of otherCells) {
    const reason = skippedCellItem(other);
    if (reason) yield reason;
    else if (other.language === originalCell.language || other.language === null)
      yield skippedItem(line, "ONE_LANGUAGE", originalCell.text, other.tag);
    else
      yield {
        kind: "unit",
        line,
        unit: {
          from: originalCell.language,
          to: other.language,
          source: originalCell.text,
          target: other.text,
          approved: isApproved,
        },
      };
  }
}

/**
 * Reads glossary terms from a CSV file. It has one column per language, and optionally `note` and
 * `do_not_translate`.
 */
export const readTermsCsv = (pieces: AsyncIterable<string>, head: string) =>
  readCsv<FileTerm>(pieces, head, (heading) => {
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
      return itemsOfTerm(row, unit, columns);
    };
  });

function* itemsOfTerm(
  { line, cells }: CsvRow,
  unit: FileTerm,
  columns: readonly LanguageColumn[],
): Generator<ImportItem<FileTerm>> {
  let isInSkippedList = false;
  for (const { index, tag, language } of columns) {
    const text = normalizeTerm(cells[index] ?? "");
    if (text === "") continue;
    const refused =
      language === null
        ? skippedItem(line, "LANGUAGE", text, tag)
        : text.length > maximumTermLength
          ? skippedItem(line, "TOO_LONG", text, String(text.length))
          : unit[language] !== null
            ? skippedItem(line, "SYNONYM", unit[language] ?? "", text)
            : null;
    if (refused) {
      isInSkippedList = true;
      yield refused;
    } else if (language) unit[language] = text;
  }
  yield* itemsOfTermUnit(line, unit, isInSkippedList);
}

/** Finds the delimiter of a CSV file: the character that occurs most often in the heading row outside of quotes. */
function detectDelimiter(head: string): string {
  const [heading = ""] = head.replace(/"[^"]*"/g, "").split(/\r\n|\n|\r/, 1);
  const countCells = (delimiter: string) => heading.split(delimiter).length;
  return [",", ";", "\t"].reduce((bestDelimiter, delimiter) =>
    countCells(delimiter) > countCells(bestDelimiter) ? delimiter : bestDelimiter,
  );
}

async function* readCsv<T>(
  pieces: AsyncIterable<string>,
  head: string,
  createRowReader: (heading: readonly string[]) => CsvRowReader<T> | null,
): AsyncGenerator<ImportItem<T>[]> {
  const csvParser = parse({
    delimiter: detectDelimiter(head),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: maximumRowLength,
  });
  // Errors of the source stream also reach the loop below, which throws them. So this callback ignores them.
  pipeline(Readable.from(pieces), csvParser, () => {});
  let rowReader: CsvRowReader<T> | null = null;
  let columnCount = 0;
  let pendingItems: ImportItem<T>[] = [];
  let failure: unknown = null;
  try {
    for await (const { record, info } of csvParser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const cells = record.map((cell) => normalizeText(removeFormulaApostrophe(cell)));
      // The parser reports the line on which a row ends. Subtract the line breaks inside the row to get the line on
      // which it begins.
      const line =
        info.lines - cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
      if (!rowReader) {
        if (cells.length > maximumColumns) throw new ImportProblem("TOO_LARGE", line);
        columnCount = cells.length;
        rowReader = createRowReader(cells);
        if (!rowReader) throw new ImportProblem("HEADING", line, cells.join(", "));
        continue;
      }
      if (cells.length === columnCount) pendingItems.push(...rowReader({ line, cells }));
      else
        pendingItems.push(
          skippedItem(line, "COLUMNS", cells.join(", ").slice(0, 200), `${cells.length} / ${columnCount}`),
        );
      if (pendingItems.length < batchSize) continue;
      yield pendingItems;
      pendingItems = [];
    }
    if (!rowReader) throw new ImportProblem("FORMAT");
  } catch (error) {
    failure = error instanceof CsvError ? toImportProblem(error) : error;
  }
  if (pendingItems.length > 0) yield pendingItems;
  if (failure) throw failure;
}

function toImportProblem(error: CsvError): ImportProblem {
  const line = typeof error.lines === "number" ? error.lines : null;
  return new ImportProblem(
    error.code === "CSV_MAX_RECORD_SIZE" ? "TOO_LARGE" : "SYNTAX",
    line,
    error.message,
  );
}
