import type { Bot } from "@kakehashi/contract/bots";
import { isTimeZone } from "@kakehashi/contract/user-settings";
import { useTranslation } from "react-i18next";
import { zoneText } from "../../kit/zone-text.ts";
import { useAccount } from "../auth/session.ts";

/** The reader's time zone: the time zone in their settings, otherwise the time zone of this device. */
export const useReaderZone = (): string =>
  useAccount()?.settings.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone for visitors of a bot whose own is unknown: that of the bot's business hours, or else the reader's. */
export function useVisitorZone(bot: Bot): string {
  const readerZone = useReaderZone();
  const botZone = bot.hours?.time_zone;
  // Formatting fails if this browser does not know the bot's time zone. Use the reader's time zone in that case.
  return botZone !== undefined && isTimeZone(botZone) ? botZone : readerZone;
}

/**
 * Returns a function that names a time zone in the reader's language at a given moment. The default is the reader's
 * time zone.
 */
export function useZoneName(): (moment: Date | string, timeZone?: string) => string {
  const { i18n } = useTranslation();
  const readerZone = useReaderZone();
  return (moment, timeZone = readerZone) =>
    zoneText(isTimeZone(timeZone) ? timeZone : readerZone, new Date(moment), i18n.language);
}
