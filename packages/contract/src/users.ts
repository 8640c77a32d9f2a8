import { z } from "zod";
import { emailInResponseSchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema, languages } from "./languages.ts";
import { personNameFields } from "./names.ts";
import { settingsSchema, timeZoneSchema } from "./user-settings.ts";

/** A person's role (docs/words.md). `user`: the person has not chosen a role yet. */
export const roles = ["user", "company", "dev", "comtor", "brse", "admin"] as const;
export const roleSchema = z.enum(roles).meta({ id: "Role" });
export type Role = z.infer<typeof roleSchema>;

/** The roles that people can choose themselves. Only an admin gives the other roles. */
export const choosableRoles = ["company", "dev", "comtor", "brse"] as const satisfies readonly Role[];

/** The statuses of a profile's activation (docs/rules.md). */
export const profileStatuses = ["NOT_REQUEST", "WAITING", "ACCEPTED", "REFUSED", "DEACTIVATED"] as const;
export const profileStatusSchema = z.enum(profileStatuses).meta({ id: "ProfileStatus" });
export type ProfileStatus = z.infer<typeof profileStatusSchema>;

/**
 * The statuses of a profile with which the person can no longer change the role and the account type: it waits for an
 * admin's decision, or an admin has accepted or deactivated it. After a refusal the person can change both again.
 */
export const roleLockedProfileStatuses = [
  "WAITING",
  "ACCEPTED",
  "DEACTIVATED",
] as const satisfies readonly ProfileStatus[];

export const accountTypes = ["PERSONAL", "COMPANY"] as const;
export const accountTypeSchema = z.enum(accountTypes).meta({ id: "AccountType" });
export type AccountType = z.infer<typeof accountTypeSchema>;

/** The fields of a person that every signed-in person can see, for showing a name beside a message. */
export const userSummarySchema = z
  .object({
    id: idSchema,
    ...personNameFields,
    role: roleSchema,
    avatar: z.string().max(500).nullable(),
    working_language: languageSchema.nullable(),
  })
  .meta({ id: "UserSummary" });
export type UserSummary = z.infer<typeof userSummarySchema>;

/** The other person in a conversation of two. If that person's account is deleted, the person still appears here. */
export const conversationPartnerSchema = userSummarySchema
  .extend({ deleted: z.boolean() })
  .meta({ id: "Partner" });

/** The signed-in person's own account. */
export const accountSchema = userSummarySchema
  .extend({
    email: emailInResponseSchema,
    account_type: accountTypeSchema.nullable(),
    interface_language: languageSchema,
    /**
     * The languages that the person knows: those that they have chosen, or else those of their role, and in any case
     * their working language.
     */
    languages: z.array(languageSchema).max(languages.length),
    /** The status of the person's profile. It decides what they may do besides reading and chatting. */
    status: profileStatusSchema,
    settings: settingsSchema,
    /** The time zone of the person's last used device. Null: no device has sent a time zone yet. */
    device_time_zone: timeZoneSchema.nullable(),
    /** When the person's account will be deleted. Null: no deletion is planned. */
    deletion_due_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Account" });
export type Account = z.infer<typeof accountSchema>;

/** Whether a person can still choose a role. An admin cannot, because another admin gave the role. */
export const mayChooseRole = ({ role, status }: Pick<Account, "role" | "status">) =>
  role !== "admin" && mayChooseAccountType({ status });

/** Whether a person can still choose between a personal and a company account. */
export const mayChooseAccountType = ({ status }: Pick<Account, "status">) =>
  !roleLockedProfileStatuses.some((decidedStatus) => decidedStatus === status);

export const getAccount = endpoint({
  method: "GET",
  path: "/users/info",
  guard: "signed-in",
  limit: limits.read,
  summary: "Returns the caller's own account.",
  data: accountSchema,
});

/** A person in the response of `/users/profiles`. */
export const userWithProfileIdSchema = userSummarySchema
  .extend({
    user_id: idSchema,
    /** The id of the person's profile. Null: the person has no profile. */
    property_id: idSchema.nullable(),
    /** The `sub` claim in the person's access tokens. */
    sub_id: idSchema,
    /** Whether the person's account is deleted. A deleted person has no profile page. */
    deleted: z.boolean(),
  })
  .meta({ id: "UserWithProfileId" });
export type UserWithProfileId = z.infer<typeof userWithProfileIdSchema>;

export const listUsersByIds = endpoint({
  method: "GET",
  path: "/users/profiles",
  guard: "signed-in",
  limit: limits.read,
  summary: "Lists the people with these ids, in no particular order. Unknown ids are left out.",
  query: z.strictObject({
    ids: z
      .string()
      .max(3700)
      .transform((ids) => ids.split(",").filter(Boolean))
      .pipe(z.array(idSchema).min(1).max(100)),
  }),
  data: z.array(userWithProfileIdSchema).max(100),
});

export const searchUsers = endpoint({
  method: "GET",
  path: "/users",
  guard: "signed-in",
  limit: limits.strangers,
  summary:
    "Finds people whose name, reading or Latin name has each word of the search, at most 20. The caller is left out. A whole e-mail address finds people who share a room with the caller.",
  query: z.strictObject({
    search: z.string().trim().max(200).default(""),
    role: roleSchema.optional(),
    language: languageSchema.optional(),
  }),
  data: z.array(userSummarySchema).max(20),
});

const languageChoice = z.strictObject({ language: languageSchema }).meta({ id: "LanguageChoice" });

export const setInterfaceLanguage = endpoint({
  method: "POST",
  path: "/users/language/setting",
  guard: "signed-in",
  limit: limits.form,
  summary: "Sets the language of menus, mails and error messages.",
  body: languageChoice,
  data: accountSchema,
});

export const setWorkingLanguage = endpoint({
  method: "POST",
  path: "/users/language/working",
  guard: "signed-in",
  limit: limits.form,
  summary: "Sets the language in which the caller reads and writes.",
  body: languageChoice,
  data: accountSchema,
});

export const setKnownLanguages = endpoint({
  method: "POST",
  path: "/users/languages",
  guard: "active",
  limit: limits.form,
  summary:
    "Sets the languages that the caller knows besides their working language. They may translate between all of these. Without a choice, the roles comtor and brse know all languages.",
  body: z.strictObject({ languages: z.array(languageSchema).max(languages.length) }),
  data: accountSchema,
});

export const chooseRole = endpoint({
  method: "POST",
  path: "/users/role",
  guard: "active",
  limit: limits.form,
  summary:
    "Chooses the caller's role. Possible until their profile waits for its activation or is activated.",
  body: z.strictObject({ role: z.enum(choosableRoles) }),
  data: accountSchema,
});

export const chooseAccountType = endpoint({
  method: "POST",
  path: "/users/type_account",
  guard: "active",
  limit: limits.form,
  summary:
    "Chooses whether the caller is a person or a company. Possible until their profile waits for its activation or is activated.",
  body: z.strictObject({ account_type: accountTypeSchema }),
  data: accountSchema,
});

export const setIsCompany = endpoint({
  method: "POST",
  path: "/users/confirm-is-company",
  guard: "active",
  limit: limits.form,
  summary: "Sets whether the account is a company's. This is the same choice as in `type_account`.",
  body: z.strictObject({ is_company: z.boolean() }),
  data: accountSchema,
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
