import { z } from "zod";

export const themes = ["auto", "light", "dark"] as const;

/** The name of an IANA time zone. */
export const timeZoneSchema = z.string().max(64).refine(isTimeZone, { error: "choice" });

/** Whether the runtime knows an IANA time zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export const noticeChoices = ["all", "mentions"] as const;

const clockTimeSchema = z
  .string()
  .max(5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
/** A local time as `HH:MM` in the person's time zone; see `isInQuietHours`. */
export const quietHours = z
  .strictObject({ from: clockTimeSchema, to: clockTimeSchema })
  .meta({ id: "QuietHours" });

/** A person's settings, shared by all their devices. */
export const settings = z
  .object({
    theme: z.enum(themes),
    /** Whether Enter sends a message or begins a new line (docs/rules.md). */
    enter_sends: z.boolean(),
    /** The person's time zone. Null: each device uses its own. */
    time_zone: timeZoneSchema.nullable(),
    notify_desktop: z.boolean(),
    /** Whether others see if the person is online, and when they were last online. */
    show_presence: z.boolean(),
    /** Which messages notify the person: all, or only mentions and direct messages. */
    notify_about: z.enum(noticeChoices),
    /** Whether a notification shows the text of the message. */
    notify_content: z.boolean(),
    /** When notifications are silent. Null: never. */
    quiet_hours: quietHours.nullable(),
    /** Whether project notifications are mailed if they stay unread for 15 minutes. */
    mail_digest: z.boolean(),
    /** Whether the original message is shown beside its translation. */
    show_originals: z.boolean(),
    /** Whether the start page shows the checklist of first steps, until all steps are done. */
    show_checklist: z.boolean(),
    /** Whether a weekly mail on Mondays reports on the person's projects. */
    mail_projects: z.boolean(),
  })
  .meta({ id: "Settings" });
export type Settings = z.infer<typeof settings>;
/** The stored settings: only those that the person changed. */
export type StoredSettings = Partial<Settings>;
export const defaultSettings: Settings = {
  theme: "auto",
  enter_sends: true,
  time_zone: null,
  notify_desktop: false,
  show_presence: true,
  notify_about: "all",
  notify_content: true,
  quiet_hours: null,
  mail_digest: true,
  show_originals: false,
  show_checklist: true,
  mail_projects: true,
};

/** Returns a person's time zone: the one that they chose, or else that of their device. Null: neither is known. */
export const timeZoneOf = (person: { settings: StoredSettings; device_time_zone: string | null }) =>
  person.settings.time_zone ?? person.device_time_zone;
