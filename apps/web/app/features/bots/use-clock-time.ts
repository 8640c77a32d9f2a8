import { isLanguage } from "@kakehashi/contract/languages";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { getLocaleFormat } from "../../kit/format.ts";

/**
 * Returns a function that formats a date and time without a time zone, such as `2026-11-22T09:30`. A broadcast has such
 * a time if each visitor gets it at that time on their own clock.
 */
export function useZonelessDateTimeFormat(): (local: string) => string {
  const { i18n } = useTranslation();
  const { dateTime } = getLocaleFormat(isLanguage(i18n.language) ? i18n.language : "en", "UTC");
  return (localTime) => dateTime(`${localTime}:00Z`);
}
