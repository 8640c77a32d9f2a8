import type { Language } from "@kakehashi/contract/languages";
import type { SettingsChange } from "@kakehashi/contract/users";

const timeZoneOf = (settings: unknown) => (settings as SettingsChange).time_zone ?? "UTC";

/** A moment as a mail shows it: in the receiver's language and time zone (from `users.settings`). */
export function formatMoment(moment: Date, language: Language, settings: unknown): string {
  const timeZone = timeZoneOf(settings);
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "long", timeZone }).format(moment);
}

/** Only the day of the moment. */
export function formatDay(moment: Date, language: Language, settings: unknown): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: timeZoneOf(settings) }).format(
    moment,
  );
}
