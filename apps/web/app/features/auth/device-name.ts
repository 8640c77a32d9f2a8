const browsers = [/Edg\w*/, /OPR/, /Firefox|FxiOS/, /Chrome|CriOS/, /Safari/];
const systemPatterns = [/iPhone|iPad/, /Android/, /Windows/, /Macintosh/, /CrOS/, /Linux/];

/** `Firefox, Windows`: enough to recognise a device. Empty if the browser is unknown. */
export function deviceName(userAgent: string): string {
  const matches = [browsers, systemPatterns].map((patterns) =>
    patterns.map((pattern) => pattern.exec(userAgent)?.[0]).find(Boolean),
  );
  return matches.filter(Boolean).join(", ") || (userAgent.split(/[\s/]/)[0] ?? "");
}
