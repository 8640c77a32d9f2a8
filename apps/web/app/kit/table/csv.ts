/**
 * Returns rows as CSV (RFC 4180). A byte order mark lets Excel recognise UTF-8. A text that a spreadsheet would run as
 * a formula gets a leading apostrophe, because anybody can give themselves such a name. Japanese spreadsheets also
 * accept full-width characters as the start of a formula.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const escapeCell = (text: string) => {
    const textWithoutFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(textWithoutFormula)
      ? `"${textWithoutFormula.replaceAll('"', '""')}"`
      : textWithoutFormula;
  };
  return `\u{feff}${rows.map((row) => row.map(escapeCell).join(",")).join("\r\n")}\r\n`;
}

export function downloadCsvText(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
