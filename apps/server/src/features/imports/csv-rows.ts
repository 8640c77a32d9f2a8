import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { removeFormulaApostrophe } from "../../kit/text/csv.ts";
import { createSkippedItem, type ImportItem, toStorableNfcText } from "./item.ts";
import { ImportProblem } from "./problem.ts";

/** Maximum characters of one CSV row. The parser keeps a whole row in memory. */
const maximumRowLength = 2_000_000;
const maximumColumns = 100;
const itemsPerBatch = 500;

export interface CsvRow {
  line: number;
  cells: string[];
}

type CsvRowReader<T> = (row: CsvRow) => Iterable<ImportItem<T>>;

/** Finds the delimiter of a CSV file: the character that occurs most often in the heading row outside of quotes. */
function detectDelimiter(fileStart: string): string {
  const [heading = ""] = fileStart.replace(/"[^"]*"/g, "").split(/\r\n|\n|\r/, 1);
  const countCells = (delimiter: string) => heading.split(delimiter).length;
  return [",", ";", "\t"].reduce((bestDelimiter, delimiter) =>
    countCells(delimiter) > countCells(bestDelimiter) ? delimiter : bestDelimiter,
  );
}

/**
 * Reads a CSV file row by row, and yields its items in batches. `createRowReader` gets the heading row and returns a
 * function that reads one row below the heading. `createRowReader` returns null if the heading names no columns that
 * can be imported.
 */
export async function* readCsv<T>(
  textPieces: AsyncIterable<string>,
  openingText: string,
  createRowReader: (heading: readonly string[]) => CsvRowReader<T> | null,
): AsyncGenerator<ImportItem<T>[]> {
  const csvParser = parse({
    delimiter: detectDelimiter(openingText),
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: maximumRowLength,
  });
  // Errors of the source stream also reach the loop below, which throws them. So this callback ignores them.
  pipeline(Readable.from(textPieces), csvParser, () => {});
  let rowReader: CsvRowReader<T> | null = null;
  let columnCount = 0;
  let pendingItems: ImportItem<T>[] = [];
  let readError: unknown = null;
  try {
    for await (const { record, info } of csvParser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const cells = record.map((cellText) => toStorableNfcText(removeFormulaApostrophe(cellText)));
      // The parser reports the line on which a row ends. Subtract the line breaks inside the row to get the line on
      // which it begins.
      const line =
        info.lines -
        cells.reduce(
          (lineBreakCount, cellText) => lineBreakCount + (cellText.match(/\r\n|\n|\r/g)?.length ?? 0),
          0,
        );
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
          createSkippedItem(
            line,
            "COLUMNS",
            cells.join(", ").slice(0, 200),
            `${cells.length} / ${columnCount}`,
          ),
        );
      if (pendingItems.length < itemsPerBatch) continue;
      yield pendingItems;
      pendingItems = [];
    }
    if (!rowReader) throw new ImportProblem("FORMAT");
  } catch (error) {
    readError = error instanceof CsvError ? toImportProblem(error) : error;
  }
  if (pendingItems.length > 0) yield pendingItems;
  if (readError) throw readError;
}

function toImportProblem(error: CsvError): ImportProblem {
  const line = typeof error.lines === "number" ? error.lines : null;
  return new ImportProblem(
    error.code === "CSV_MAX_RECORD_SIZE" ? "TOO_LARGE" : "SYNTAX",
    line,
    error.message,
  );
}
