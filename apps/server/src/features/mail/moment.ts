import type { Language } from "@kakehashi/contract/languages";
import type { SettingsChange } from "@kakehashi/contract/users";

const zoneOf = (settings: unknown) => (settings as SettingsChange).time_zone ?? "UTC";

/** A moment as a mail shows it: in the receiver's language and time zone (from `users.settings`). */
export function momentInWords(moment: Date, language: Language, settings: unknown): string {
  const timeZone = zoneOf(settings);
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "long", timeZone }).format(moment);
}

/** Only the day of the moment. */
export function dayInWords(moment: Date, language: Language, settings: unknown): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: zoneOf(settings) }).format(moment);
}
