import type { Bot } from "@kakehashi/contract/bots";
import { isTimeZone } from "@kakehashi/contract/user-settings";
import { useTranslation } from "react-i18next";
import { useAccount } from "../auth/session.ts";

/** The reader's time zone: the one of their settings, otherwise that of this device. */
export const useReaderZone = (): string =>
  useAccount()?.settings.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone for a bot's visitors whose own one is not known: that of its business hours, or the reader's. */
export function useVisitorZone(bot: Bot): string {
  const readerZone = useReaderZone();
  const botZone = bot.hours?.time_zone;
  // A zone that this browser does not know cannot be shown.
  return botZone !== undefined && isTimeZone(botZone) ? botZone : readerZone;
}

/**
 * Returns a function that names a time zone with its offset at a moment: `Asia/Tokyo (GMT+9)`. By default the reader's.
 */
export function useZone(): (moment: Date | string, timeZone?: string) => string {
  const { i18n } = useTranslation();
  const readerZone = useReaderZone();
  return (moment, givenZone = readerZone) => {
    const timeZone = isTimeZone(givenZone) ? givenZone : readerZone;
    const format = new Intl.DateTimeFormat(i18n.language, { timeZone, timeZoneName: "shortOffset" });
    const offset = format.formatToParts(new Date(moment)).find(({ type }) => type === "timeZoneName")?.value;
    return offset ? `${timeZone} (${offset})` : timeZone;
  };
}
