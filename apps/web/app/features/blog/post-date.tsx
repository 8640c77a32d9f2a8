import type { SiteLanguage } from "../site/addresses.ts";

const formatByLanguage = new Map<SiteLanguage, Intl.DateTimeFormat>();

function formatIn(language: SiteLanguage): Intl.DateTimeFormat {
  const cachedFormat = formatByLanguage.get(language);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  formatByLanguage.set(language, format);
  return format;
}

export function PostDate({ date, language }: { date: string; language: SiteLanguage }) {
  return <time dateTime={date.slice(0, 10)}>{formatIn(language).format(new Date(date))}</time>;
}
