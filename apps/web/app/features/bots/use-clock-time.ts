import { isLanguage } from "@kakehashi/contract/languages";
import { useTranslation } from "react-i18next";
import { formatFor } from "../../kit/format.ts";

/**
 * Returns a function that formats a date and time without a time zone, such as `2026-11-22T09:30`. A broadcast is sent
 * to each visitor when their own clock shows this time.
 */
export function useClockTime(): (local: string) => string {
  const { i18n } = useTranslation();
  const { timestamp } = formatFor(isLanguage(i18n.language) ? i18n.language : "en", "UTC");
  return (localTime) => timestamp(`${localTime}:00Z`);
}
