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

export const generalNoticeChoices = ["all", "mentions"] as const;

const clockTimeSchema = z
  .string()
  .max(5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
/** The quiet hours: two local times as `HH:MM` in the person's time zone; see `isInQuietHours`. */
export const quietHoursSchema = z
  .strictObject({ from: clockTimeSchema, to: clockTimeSchema })
  .meta({ id: "QuietHours" });

/** A person's settings, shared by all their devices. */
export const settingsSchema = z
  .object({
    theme: z.enum(themes),
    /** Whether Enter sends a message or inserts a line break (docs/rules.md). */
    enter_sends: z.boolean(),
    /** The person's time zone. Null: each device uses its own. */
    time_zone: timeZoneSchema.nullable(),
    notify_desktop: z.boolean(),
    /** Whether others can see when the person is online and was last online. */
    show_presence: z.boolean(),
    /** Which messages notify the person: all messages, or only mentions and direct messages. */
    notify_about: z.enum(generalNoticeChoices),
    /** Whether a notification shows the text of the message. */
    notify_content: z.boolean(),
    /** The quiet hours, in which notifications are silent. Null: none. */
    quiet_hours: quietHoursSchema.nullable(),
    /** Whether the server mails notifications about projects and translations that stay unread for 15 minutes. */
    mail_digest: z.boolean(),
    /** Whether the original message is shown beside its translation. */
    show_originals: z.boolean(),
    /** Whether the start page shows the checklist of first steps. It disappears when all steps are done. */
    show_checklist: z.boolean(),
    /** Whether the person gets a weekly mail about their projects, on Mondays. */
    mail_projects: z.boolean(),
  })
  .meta({ id: "Settings" });
export type Settings = z.infer<typeof settingsSchema>;
/** The stored settings. They contain only settings that the person has changed. */
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

/** Returns a person's time zone: the chosen one, else that of their device. Null: neither is known. */
export const findTimeZone = (person: { settings: StoredSettings; device_time_zone: string | null }) =>
  person.settings.time_zone ?? person.device_time_zone;
