import type { SiteLanguage } from "../site/addresses.ts";

const formats = new Map<SiteLanguage, Intl.DateTimeFormat>();

function formatIn(language: SiteLanguage): Intl.DateTimeFormat {
  const cachedFormat = formats.get(language);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  formats.set(language, format);
  return format;
}

export function PostDate({ date, language }: { date: string; language: SiteLanguage }) {
  return <time dateTime={date.slice(0, 10)}>{formatIn(language).format(new Date(date))}</time>;
}
