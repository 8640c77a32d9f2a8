import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { generalNoticeChoices, quietHoursSchema, themes, timeZoneSchema } from "./user-settings.ts";
import { accountSchema } from "./users.ts";

export const updateSettings = endpoint({
  method: "PATCH",
  path: "/users/settings",
  guard: "signed-in",
  limit: limits.click,
  summary: "Changes the given settings. The others stay.",
  body: z.strictObject({
    theme: z.enum(themes).optional(),
    enter_sends: z.boolean().optional(),
    time_zone: timeZoneSchema.nullable().optional(),
    notify_desktop: z.boolean().optional(),
    show_presence: z.boolean().optional(),
    notify_about: z.enum(generalNoticeChoices).optional(),
    notify_content: z.boolean().optional(),
    quiet_hours: quietHoursSchema.nullable().optional(),
    mail_digest: z.boolean().optional(),
    show_originals: z.boolean().optional(),
    show_checklist: z.boolean().optional(),
    mail_projects: z.boolean().optional(),
  }),
  data: accountSchema,
});

export const setDeviceTimeZone = endpoint({
  method: "POST",
  path: "/users/device_time_zone",
  guard: "signed-in",
  limit: limits.click,
  summary:
    "Tells the time zone of the caller's device. It is shown to others and used in mails, unless the caller has chosen a time zone in the settings.",
  body: z.strictObject({ time_zone: timeZoneSchema }),
  data: accountSchema,
});

/** The settings that a request to `updateSettings` changes. */
export type SettingsChange = z.infer<typeof updateSettings.body>;
