const sizeUnits = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Formats a file size in the reader's language: 812 bytes, 3.4 MB. */
export function formatFileSize(bytes: number, language: string): string {
  let value = bytes;
  let unitIndex = 0;
  while (value >= 1000 && unitIndex < sizeUnits.length - 1) {
    value /= 1000;
    unitIndex++;
  }
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: sizeUnits[unitIndex] ?? "byte",
    // Use the long name for bytes. With `short`, some languages would show the English word.
    unitDisplay: unitIndex === 0 ? "long" : "short",
    maximumFractionDigits: value < 10 && unitIndex > 0 ? 1 : 0,
  }).format(value);
}
