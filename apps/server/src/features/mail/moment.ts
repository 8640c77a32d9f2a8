import type { Language } from "@kakehashi/contract/languages";
import { localeByLanguage } from "@kakehashi/contract/locales";
import { findTimeZone, type StoredSettings } from "@kakehashi/contract/user-settings";

/**
 * The settings and the device's time zone of a mail's receiver. They determine the time zone of the times in the mail.
 */
export interface ReceiverTimeZoneSettings {
  settings: StoredSettings;
  device_time_zone: string | null;
}

/** Formats a time for a mail, in the receiver's language and time zone. If the time zone is unknown, uses UTC. */
export function formatMoment(moment: Date, language: Language, receiver?: ReceiverTimeZoneSettings): string {
  const timeZone = timeZoneOfReceiver(receiver);
  return new Intl.DateTimeFormat(localeByLanguage[language], {
    dateStyle: "long",
    timeStyle: "long",
    timeZone,
  }).format(moment);
}

/** Formats a date for a mail, without the time of day. */
export function formatDay(moment: Date, language: Language, receiver?: ReceiverTimeZoneSettings): string {
  return new Intl.DateTimeFormat(localeByLanguage[language], {
    dateStyle: "long",
    timeZone: timeZoneOfReceiver(receiver),
  }).format(moment);
}

const timeZoneOfReceiver = (receiver: ReceiverTimeZoneSettings | undefined) =>
  (receiver && findTimeZone(receiver)) ?? "UTC";
