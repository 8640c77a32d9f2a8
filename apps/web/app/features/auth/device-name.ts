const browsers = [/Edg\w*/, /OPR/, /Firefox|FxiOS/, /Chrome|CriOS/, /Safari/];
const systems = [/iPhone|iPad/, /Android/, /Windows/, /Macintosh/, /CrOS/, /Linux/];

/** `Firefox, Windows`: enough to recognise a device. Empty if the browser is unknown. */
export function deviceName(userAgent: string): string {
  const found = [browsers, systems].map((signs) =>
    signs.map((sign) => sign.exec(userAgent)?.[0]).find(Boolean),
  );
  return found.filter(Boolean).join(", ") || (userAgent.split(/[\s/]/)[0] ?? "");
}
