import type { Language } from "@kakehashi/contract/languages";
import { locales } from "@kakehashi/contract/locales";
import { type StoredSettings, timeZoneOf } from "@kakehashi/contract/user-settings";

/** The person whose time zone the times in a mail have. */
export interface MailReceiver {
  settings: StoredSettings;
  device_time_zone: string | null;
}

/** Formats a moment for a mail: in the receiver's language and time zone. If the zone is unknown, in UTC. */
export function formatMoment(moment: Date, language: Language, receiver?: MailReceiver): string {
  const timeZone = zoneFor(receiver);
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: "long",
    timeStyle: "long",
    timeZone,
  }).format(moment);
}

/** Formats only the day of a moment. */
export function formatDay(moment: Date, language: Language, receiver?: MailReceiver): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: "long",
    timeZone: zoneFor(receiver),
  }).format(moment);
}

const zoneFor = (receiver: MailReceiver | undefined) => (receiver && timeZoneOf(receiver)) ?? "UTC";
