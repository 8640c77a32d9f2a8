const browsers = [/Edg\w*/, /OPR/, /Firefox|FxiOS/, /Chrome|CriOS/, /Safari/];
const systems = [/iPhone|iPad/, /Android/, /Windows/, /Macintosh/, /CrOS/, /Linux/];

/** `Firefox, Windows`: enough to recognise one's own. Empty where a browser says nothing of itself. */
export function deviceName(userAgent: string): string {
  const found = [browsers, systems].map((signs) =>
    signs.map((sign) => sign.exec(userAgent)?.[0]).find(Boolean),
  );
  return found.filter(Boolean).join(", ") || (userAgent.split(/[\s/]/)[0] ?? "");
}
