/** A text that a spreadsheet would take for a formula. A Japanese one takes full-width signs too. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

/** Quoted where it must be. A formula gets an apostrophe before it, so that it does not run. */
function cell(value: string | number | boolean | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The mark at the beginning of a file by which spreadsheets know UTF-8. */
export const csvMark = "\uFEFF";

/** A row as RFC 4180 writes it, with the end of its line. */
export const csvRow = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(cell).join(",")}\r\n`;

/** A cell as `csvRow` was given it: without the apostrophe before a formula. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
