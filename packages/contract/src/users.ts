import { z } from "zod";
import { emailShown } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema, languages } from "./languages.ts";
import { shownNames } from "./names.ts";

/** What a person is here (product words); `user` has not chosen yet. */
export const roles = ["user", "company", "dev", "comtor", "brse", "admin"] as const;
export const roleSchema = z.enum(roles).meta({ id: "Role" });
export type Role = z.infer<typeof roleSchema>;

/** What a person may choose to be; the others are given. */
export const choosableRoles = ["company", "dev", "comtor", "brse"] as const satisfies readonly Role[];

/** Of a profile (docs/rules.md): how far its activation is. */
export const profileStatuses = ["NOT_REQUEST", "WAITING", "ACCEPTED", "REFUSED", "DEACTIVATED"] as const;
export const profileStatusSchema = z.enum(profileStatuses).meta({ id: "ProfileStatus" });
export type ProfileStatus = z.infer<typeof profileStatusSchema>;

/** While a profile is in one of these, what an admin looked at stays: neither role nor account type can be chosen. */
export const settledStatuses = [
  "WAITING",
  "ACCEPTED",
  "DEACTIVATED",
] as const satisfies readonly ProfileStatus[];

export const accountTypes = ["PERSONAL", "COMPANY"] as const;
export const accountTypeSchema = z.enum(accountTypes).meta({ id: "AccountType" });
export type AccountType = z.infer<typeof accountTypeSchema>;

/** What anybody signed in may see of a person: enough to draw a name beside a message. */
export const userSummary = z
  .object({
    id: idSchema,
    ...shownNames,
    role: roleSchema,
    avatar: z.string().max(500).nullable(),
    working_language: languageSchema.nullable(),
  })
  .meta({ id: "UserSummary" });
export type UserSummary = z.infer<typeof userSummary>;

/** The other person of a conversation of two: it keeps them when their account is deleted. */
export const partner = userSummary.extend({ deleted: z.boolean() }).meta({ id: "Partner" });

export const themes = ["auto", "light", "dark"] as const;

/** An IANA time zone that this runtime knows. */
export const timeZoneSchema = z.string().max(64).refine(isTimeZone, { error: "choice" });

/** Whether this runtime knows the IANA time zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export const noticeChoices = ["all", "mentions"] as const;

const clockTime = z
  .string()
  .max(5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
/** By the wall clock of my time zone, `HH:MM`; see `isQuiet`. */
export const quietHours = z.strictObject({ from: clockTime, to: clockTime }).meta({ id: "QuietHours" });

/** What a person chose for themself; every device follows. */
export const settings = z
  .object({
    theme: z.enum(themes),
    /** Enter sends a message; off, it begins a new line (docs/rules.md). */
    enter_sends: z.boolean(),
    /** Null: as the browser says. */
    time_zone: timeZoneSchema.nullable(),
    notify_desktop: z.boolean(),
    /** Whether others see that I am here, or when I was. */
    show_presence: z.boolean(),
    /** Of what notices tell: all messages, or those that name me and direct ones. */
    notify_about: z.enum(noticeChoices),
    /** Whether a notice on the desktop or a locked phone says what was written. */
    notify_content: z.boolean(),
    /** When no notice disturbs; null for never. */
    quiet_hours: quietHours.nullable(),
    /** Whether the original stands beside each translation. */
    show_originals: z.boolean(),
    /** Whether the start page shows what a newcomer does first, until it is done. */
    show_checklist: z.boolean(),
  })
  .meta({ id: "Settings" });
export type Settings = z.infer<typeof settings>;
/** As they are stored: those that the person changed. */
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
  show_originals: false,
  show_checklist: true,
};

/** The signed-in person's own account. */
export const account = userSummary
  .extend({
    email: emailShown,
    account_type: accountTypeSchema.nullable(),
    interface_language: languageSchema,
    /** All that they know, as they chose or by their role. */
    languages: z.array(languageSchema).max(languages.length),
    /** Of the profile: what the person may do beyond reading and chatting. */
    status: profileStatusSchema,
    settings,
    /** When it will be deleted, as its owner asked; null where nothing is planned. */
    deletion_due_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Account" });
export type Account = z.infer<typeof account>;

/** Whether a person may still choose what they are here; an admin's role is given by another. */
export const mayChooseRole = ({ role, status }: Pick<Account, "role" | "status">) =>
  role !== "admin" && mayChooseAccountType({ status });

/** Whether a person may still choose between a person and a company. */
export const mayChooseAccountType = ({ status }: Pick<Account, "status">) =>
  !settledStatuses.some((settled) => settled === status);

export const getAccount = endpoint({
  method: "GET",
  path: "/users/info",
  guard: "signed-in",
  summary: "The signed-in person's own account.",
  data: account,
});

/** A person as `/users/profiles` tells. */
export const userProfile = userSummary
  .extend({
    /** The same as `id`. */
    user_id: idSchema,
    /** Of the profile they made; null without one. */
    property_id: idSchema.nullable(),
    /** What their access tokens carry as `sub`. */
    sub_id: idSchema,
    /** Their account is deleted: they have no profile to show. */
    deleted: z.boolean(),
  })
  .meta({ id: "UserProfile" });
export type UserProfile = z.infer<typeof userProfile>;

export const getUserProfiles = endpoint({
  method: "GET",
  path: "/users/profiles",
  guard: "signed-in",
  summary: "The people with these ids, in no order; an unknown id is left out.",
  query: z.strictObject({
    ids: z
      .string()
      .max(3700)
      .transform((ids) => ids.split(",").filter(Boolean))
      .pipe(z.array(idSchema).min(1).max(100)),
  }),
  data: z.array(userProfile).max(100),
});

export const searchUsers = endpoint({
  method: "GET",
  path: "/users",
  guard: "signed-in",
  limit: limits.strangers,
  summary:
    "People whose name, reading or Latin name has each word of the search, the caller left out; at most 20. A whole e-mail address finds people who share a room with the caller.",
  query: z.strictObject({
    search: z.string().trim().max(200).default(""),
    role: roleSchema.optional(),
    language: languageSchema.optional(),
  }),
  data: z.array(userSummary).max(20),
});

const languageChoice = z.strictObject({ language: languageSchema }).meta({ id: "LanguageChoice" });

export const setInterfaceLanguage = endpoint({
  method: "POST",
  path: "/users/language/setting",
  guard: "signed-in",
  limit: limits.form,
  summary: "Sets the language of menus, mails and error messages.",
  body: languageChoice,
  data: account,
});

export const setWorkingLanguage = endpoint({
  method: "POST",
  path: "/users/language/working",
  guard: "signed-in",
  limit: limits.form,
  summary: "Sets the language I read and write in.",
  body: languageChoice,
  data: account,
});

export const setLanguages = endpoint({
  method: "POST",
  path: "/users/languages",
  guard: "active",
  limit: limits.form,
  summary:
    "Chooses the languages that I know besides my working language: between those I may translate. Without a choice, comtor and brse know all.",
  body: z.strictObject({ languages: z.array(languageSchema).max(languages.length) }),
  data: account,
});

export const chooseRole = endpoint({
  method: "POST",
  path: "/users/role",
  guard: "active",
  limit: limits.form,
  summary: "Chooses what I am here, until a profile waits for its activation or has it.",
  body: z.strictObject({ role: z.enum(choosableRoles) }),
  data: account,
});

export const chooseAccountType = endpoint({
  method: "POST",
  path: "/users/type_account",
  guard: "active",
  limit: limits.form,
  summary: "Chooses between a person and a company, until a profile waits for its activation or has it.",
  body: z.strictObject({ account_type: accountTypeSchema }),
  data: account,
});

export const confirmIsCompany = endpoint({
  method: "POST",
  path: "/users/confirm-is-company",
  guard: "active",
  limit: limits.form,
  summary: "Says whether the account is a company's; the same choice as `type_account`.",
  body: z.strictObject({ is_company: z.boolean() }),
  data: account,
});

export const updateSettings = endpoint({
  method: "PATCH",
  path: "/users/settings",
  guard: "signed-in",
  limit: limits.click,
  summary: "Changes the settings given and leaves the others.",
  body: z.strictObject({
    theme: z.enum(themes).optional(),
    enter_sends: z.boolean().optional(),
    time_zone: timeZoneSchema.nullable().optional(),
    notify_desktop: z.boolean().optional(),
    show_presence: z.boolean().optional(),
    notify_about: z.enum(noticeChoices).optional(),
    notify_content: z.boolean().optional(),
    quiet_hours: quietHours.nullable().optional(),
    show_originals: z.boolean().optional(),
    show_checklist: z.boolean().optional(),
  }),
  data: account,
});

export const userErrors = {
  "USER.CHOSEN": {
    status: 409,
    message: {
      en: "This cannot be changed while your profile is under review or after it is accepted. Please contact us.",
      vi: "Không thể thay đổi khi hồ sơ đang chờ duyệt hoặc đã được duyệt. Vui lòng liên hệ với chúng tôi.",
      ja: "プロフィールの審査中または承認後は変更できません。お問い合わせください。",
    },
  },
} as const satisfies ErrorTable;

export type SettingsChange = z.infer<typeof updateSettings.body>;
