import { createDayFormat } from "../../kit/day-format.ts";
import type { SiteLanguage } from "../site/addresses.ts";

/** The date formats by language. They are kept, because creating one is slow and a page shows many dates. */
const formatByLanguage = new Map<SiteLanguage, (day: string) => string>();

function dateFormatOf(language: SiteLanguage): (day: string) => string {
  const cachedFormat = formatByLanguage.get(language);
  if (cachedFormat) return cachedFormat;
  const format = createDayFormat(language, "long");
  formatByLanguage.set(language, format);
  return format;
}

export function PostDate({ date, language }: { date: string; language: SiteLanguage }) {
  return <time dateTime={date.slice(0, 10)}>{dateFormatOf(language)(date.slice(0, 10))}</time>;
}
