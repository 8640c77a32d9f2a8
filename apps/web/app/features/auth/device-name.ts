const browserPatterns = [/Edg\w*/, /OPR/, /Firefox|FxiOS/, /Chrome|CriOS/, /Safari/];
const systemPatterns = [/iPhone|iPad/, /Android/, /Windows/, /Macintosh/, /CrOS/, /Linux/];

/**
 * Returns the browser and the system of a device, such as `Firefox · Windows`: enough to recognise the device. If both
 * are unknown, returns the first word of the user agent.
 */
export function deviceNameOf(userAgent: string): string {
  const matches = [browserPatterns, systemPatterns].map((patterns) =>
    patterns.map((pattern) => pattern.exec(userAgent)?.[0]).find(Boolean),
  );
  return matches.filter(Boolean).join(" · ") || (userAgent.split(/[\s/]/)[0] ?? "");
}
