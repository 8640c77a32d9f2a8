import type { Language, Texts } from "@kakehashi/contract/languages";

type CsvCell = string | number | boolean | null;

/**
 * Matches a text that a spreadsheet would run as a formula. A Japanese spreadsheet also accepts full-width
 * signs.
 */
const formulaPattern = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * Quotes a CSV cell if necessary. Puts an apostrophe before a formula, so that spreadsheets do not run it.
 */
function formatCell(value: CsvCell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = formulaPattern.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The byte order mark. Spreadsheets detect UTF-8 by it. */
export const csvByteOrderMark = "\uFEFF";

/** Formats a CSV row by RFC 4180, with its line break. */
export const formatCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(formatCell).join(",")}\r\n`;

/**
 * Formats a whole table as CSV (RFC 4180) in UTF-8 with a byte order mark, in the reader's language. Columns
 * that a row does not name are empty.
 */
export function formatCsvTable<Name extends string>(
  columns: Readonly<Record<Name, Texts>>,
  rows: readonly Readonly<Partial<Record<Name, CsvCell>>>[],
  reader: Language,
): string {
  const names = Object.keys(columns) as Name[];
  const heading = names.map((name) => columns[name][reader]);
  const lines = rows.map((row) => names.map((name) => row[name] ?? null));
  return csvByteOrderMark + [heading, ...lines].map(formatCsvRow).join("");
}

/** Returns the text of a cell that `formatCsvRow` wrote, without the apostrophe before a formula. */
export const removeFormulaApostrophe = (text: string): string =>
  text.startsWith("'") && formulaPattern.test(text.slice(1)) ? text.slice(1) : text;
