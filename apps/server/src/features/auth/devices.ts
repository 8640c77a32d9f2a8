/**
 * Maps the names in user agents to browsers. The order matters: a browser's user agent also contains the names of
 * browsers further down this list.
 */
const browserPatterns = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;
const operatingSystems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

/**
 * Returns the name of a device by its user agent, such as `Firefox · Windows`. A program that is not a browser is named
 * by the first word of its user agent.
 */
export function describeDevice(userAgent: string): string {
  const findNameByUserAgent = (rows: readonly (readonly [RegExp, string])[]) =>
    rows.find(([userAgentPattern]) => userAgentPattern.test(userAgent))?.[1];
  const browser =
    findNameByUserAgent(browserPatterns) ??
    userAgent
      .split(/[\s/]/)[0]
      ?.replace(/[^\w.-]/g, "")
      .slice(0, 40);
  return [browser || "?", findNameByUserAgent(operatingSystems)].filter(Boolean).join(" · ");
}
