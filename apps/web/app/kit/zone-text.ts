/**
 * Names a time zone in the reader's language, with its offset at `date`: `日本標準時（GMT+9）`. `UTC` and plain offsets have
 * no name. In Vietnamese the name begins with a small letter, because it is used in the middle of sentences.
 */
export function describeTimeZone(timeZone: string, date: Date, language: string): string {
  if (!timeZone.includes("/")) return timeZone === "UTC" ? timeZone : `GMT${timeZone}`;
  const formatZoneName = (timeZoneName: "longGeneric" | "shortOffset") =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      .formatToParts(date)
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [name, offset] = [formatZoneName("longGeneric"), formatZoneName("shortOffset")];
  // For a few time zones, `Intl` has no name and returns only an offset.
  if (name.startsWith("GMT")) return offset;
  if (language === "ja") return `${name}（${offset}）`;
  const nameForSentence =
    language === "vi" ? name.replace(/^Giờ( Chuẩn\b)?/u, (start) => start.toLowerCase()) : name;
  return `${nameForSentence} (${offset})`;
}
