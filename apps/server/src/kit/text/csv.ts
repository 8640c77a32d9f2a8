import type { Language, Texts } from "@kakehashi/contract/languages";

type Cell = string | number | boolean | null;

/** A text that a spreadsheet would take for a formula. A Japanese one takes full-width signs too. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

/** Quoted where it must be. A formula gets an apostrophe before it, so that it does not run. */
function cell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The mark at the beginning of a file by which spreadsheets know UTF-8. */
export const csvMark = "\uFEFF";

/** A row as RFC 4180 writes it, with the end of its line. */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(cell).join(",")}\r\n`;

/**
 * A whole table as CSV (RFC 4180) in UTF-8 with a byte order mark, in the reader's language. A row is empty in a column
 * that it does not name.
 */
export function csvTable<Name extends string>(
  columns: Readonly<Record<Name, Texts>>,
  rows: readonly Readonly<Partial<Record<Name, Cell>>>[],
  reader: Language,
): string {
  const names = Object.keys(columns) as Name[];
  const heading = names.map((name) => columns[name][reader]);
  const lines = rows.map((row) => names.map((name) => row[name] ?? null));
  return csvMark + [heading, ...lines].map(csvRow).join("");
}

/** Returns the text that `csvRow` was given for a cell, without the apostrophe before a formula. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
