/** Newest names first: each of these browsers also claims to be those that stand after it. */
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

/** `Firefox, Windows`, for a person to recognise their own by; a program's own first word where it is no browser. */
export function describeDevice(userAgent: string): string {
  const name = (rows: readonly (readonly [RegExp, string])[]) =>
    rows.find(([sign]) => sign.test(userAgent))?.[1];
  const browser =
    name(browsers) ??
    userAgent
      .split(/[\s/]/)[0]
      ?.replace(/[^\w.-]/g, "")
      .slice(0, 40);
  return [browser || "?", name(systems)].filter(Boolean).join(", ");
}
