import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";

type CsvCell = string | number | boolean | null;

/** Matches text that a spreadsheet would run as a formula. Japanese spreadsheets also accept full-width signs. */
const formulaPattern = /^[=+\-@＝＋－＠\t\r\n]/;

/** Quotes a CSV cell if necessary. Puts an apostrophe before a formula, so that spreadsheets show it as text. */
function formatCell(value: CsvCell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = formulaPattern.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The byte order mark, by which spreadsheets detect UTF-8. */
export const csvByteOrderMark = "\uFEFF";

/** Formats a CSV row by RFC 4180, including its line break. */
export const formatCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(formatCell).join(",")}\r\n`;

/**
 * Formats a whole table as CSV (RFC 4180) in UTF-8 with a byte order mark, in the reader's language. If a row lacks a
 * column, its cell is empty.
 */
export function formatCsvTable<Name extends string>(
  columns: Readonly<Record<Name, TextsByLanguage>>,
  rows: readonly Readonly<Partial<Record<Name, CsvCell>>>[],
  reader: Language,
): string {
  const names = Object.keys(columns) as Name[];
  const heading = names.map((name) => columns[name][reader]);
  const lines = rows.map((row) => names.map((name) => row[name] ?? null));
  return csvByteOrderMark + [heading, ...lines].map(formatCsvRow).join("");
}

/**
 * Returns the text of a cell that `formatCsvRow` has written. Removes the apostrophe that `formatCsvRow` puts before a
 * formula.
 */
export const removeFormulaApostrophe = (text: string): string =>
  text.startsWith("'") && formulaPattern.test(text.slice(1)) ? text.slice(1) : text;
