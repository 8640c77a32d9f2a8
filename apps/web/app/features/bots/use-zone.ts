import type { Bot } from "@kakehashi/contract/bots";
import { isTimeZone } from "@kakehashi/contract/user-settings";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { describeTimeZone } from "../../kit/zone-text.ts";
import { useAccount } from "../auth/session.ts";

/**
 * Returns the reader's time zone from their settings. If they have chosen none, returns the time zone of this device.
 */
export const useReaderTimeZone = (): string =>
  useAccount()?.settings.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Returns the time zone for visitors whose own time zone is unknown: that of the bot's business hours, or the reader's
 * if the bot has none.
 */
export function useDefaultVisitorTimeZone(bot: Bot): string {
  const readerZone = useReaderTimeZone();
  const botZone = bot.hours?.time_zone;
  // A browser that does not know the bot's time zone cannot format times in it. Use the reader's time zone in that
  // case.
  return botZone !== undefined && isTimeZone(botZone) ? botZone : readerZone;
}

/**
 * Returns a function that names a time zone in the reader's language, with the zone's offset at the given moment.
 * Without `timeZone`, the function names the reader's time zone.
 */
export function useTimeZoneNameFormat(): (moment: Date | string, timeZone?: string) => string {
  const { i18n } = useTranslation();
  const readerZone = useReaderTimeZone();
  return (moment, timeZone = readerZone) =>
    describeTimeZone(isTimeZone(timeZone) ? timeZone : readerZone, new Date(moment), i18n.language);
}
