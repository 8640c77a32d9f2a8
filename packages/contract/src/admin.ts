import { z } from "zod";
import { emailInResponseSchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import {
  longRowPageQuery,
  maximumLongRowPageSize,
  maximumPageSize,
  pageMetaSchema,
  pageQuery,
} from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { profileSchema } from "./profiles.ts";
import { signInSessionSchema } from "./sessions.ts";
import { accountSchema, profileStatusSchema, roleSchema } from "./users.ts";

const searchTextSchema = z.string().trim().max(200).default("");
const idParams = z.object({ id: idSchema });

/** A profile whose owner asked an admin to activate it, with its status. */
export const activationRequestSchema = profileSchema
  .extend({ email: emailInResponseSchema })
  .meta({ id: "ActivationRequest" });
export type ActivationRequest = z.infer<typeof activationRequestSchema>;

export const listActivationRequests = endpoint({
  method: "GET",
  path: "/admin/activations",
  guard: "admin",
  limit: limits.lookup,
  summary: "Lists profiles and their status, the one that has waited longest first.",
  query: longRowPageQuery.extend({
    search: searchTextSchema,
    status: profileStatusSchema.optional(),
    role: roleSchema.optional(),
  }),
  data: z.array(activationRequestSchema).max(maximumLongRowPageSize),
  meta: pageMetaSchema,
});

export const countWaitingForAdmin = endpoint({
  method: "GET",
  path: "/admin/waiting",
  guard: "admin",
  limit: limits.read,
  summary: "Counts the activation requests, new contact messages and failed mails that wait for an admin.",
  data: z.object({
    activations: z.number().int(),
    contacts: z.number().int(),
    mails: z.number().int(),
  }),
});

/** The values of the query parameter `deletion`, which filters the list of accounts. */
export const deletionFilters = ["PLANNED", "NONE"] as const;

const plannedDeletion = z
  .object({ requested_at: z.iso.datetime(), due_at: z.iso.datetime() })
  .meta({ id: "PlannedDeletion" });

export const userForAdminSchema = z
  .object({
    id: idSchema,
    email: emailInResponseSchema,
    name: z.string().max(200),
    reading: z.string().max(200),
    latin_name: z.string().max(200),
    avatar: z.string().max(500).nullable(),
    role: roleSchema,
    status: profileStatusSchema,
    interface_language: languageSchema,
    working_language: languageSchema.nullable(),
    confirmed: z.boolean(),
    created_at: z.iso.datetime(),
    /** When the tokens of the account's newest session were last refreshed. */
    seen_at: z.iso.datetime().nullable(),
    sessions: z.number().int(),
    /**
     * When the server will delete the person's account. Only the owner of the account can request the deletion. Null:
     * nobody has requested it.
     */
    deletion: plannedDeletion.nullable(),
  })
  .meta({ id: "AdminUser" });
export type UserForAdmin = z.infer<typeof userForAdminSchema>;

export const listAdminUsers = endpoint({
  method: "GET",
  path: "/admin/users",
  guard: "admin",
  limit: limits.lookup,
  summary:
    "Lists accounts, newest first. They can be filtered by name or e-mail address, by role, by status, and by whether they are to be deleted.",
  query: pageQuery.extend({
    search: searchTextSchema,
    role: roleSchema.optional(),
    status: profileStatusSchema.optional(),
    deletion: z.enum(deletionFilters).optional(),
  }),
  data: z.array(userForAdminSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const getAdminUser = endpoint({
  method: "GET",
  path: "/admin/users/:id",
  guard: "admin",
  limit: limits.read,
  summary: "Returns one account, its profile and where it is signed in.",
  params: idParams,
  data: z.object({
    account: accountSchema,
    profile: profileSchema.nullable(),
    sessions: z.array(signInSessionSchema).max(100),
    /** Since when signing in to the account needs a code, besides the password. Null: no code is needed. */
    two_step_since: z.iso.datetime().nullable(),
    deletion: userForAdminSchema.shape.deletion,
  }),
});

export const setUserRole = endpoint({
  method: "POST",
  path: "/admin/users/:id/role",
  guard: "admin",
  limit: limits.form,
  summary: "Changes the role of another person. The role `admin` is possible too.",
  params: idParams,
  body: z.strictObject({ role: roleSchema }),
  data: accountSchema,
});

export const unlockUser = endpoint({
  method: "POST",
  path: "/admin/users/:id/unlock",
  guard: "admin",
  limit: limits.form,
  summary: "Lets a person who mistyped their password or code too often try again at once.",
  params: idParams,
  data: z.object({}),
});

export const resetUserTwoStep = endpoint({
  method: "POST",
  path: "/admin/users/:id/two-step/reset",
  guard: "admin",
  limit: limits.form,
  summary: "Turns two-step sign-in off for another person who has lost their phone and their recovery codes.",
  params: idParams,
  data: z.object({}),
});

export const signUserOut = endpoint({
  method: "POST",
  path: "/admin/users/:id/sign-out",
  guard: "admin",
  limit: limits.form,
  summary: "Ends all sessions of a person.",
  params: idParams,
  data: z.object({}),
});

export const mailStates = ["SENT", "WAITING", "FAILED"] as const;
const mailStateSchema = z.enum(mailStates).meta({ id: "MailState" });

/**
 * A mail in the admins' list of mails: sent, waiting or failed. The list leaves out the mail's text, because its links
 * are only for the recipient.
 */
export const outgoingMailSchema = z
  .object({
    id: idSchema,
    recipient: emailInResponseSchema,
    language: languageSchema,
    template: z.string().max(100),
    subject: z.string().max(1_000),
    state: mailStateSchema,
    attempts: z.number().int(),
    last_error: z.string().max(1_000).nullable(),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "OutgoingMail" });
export type OutgoingMail = z.infer<typeof outgoingMailSchema>;

export const listMails = endpoint({
  method: "GET",
  path: "/admin/mails",
  guard: "admin",
  limit: limits.lookup,
  summary: "Lists the outgoing mails, newest first. The server still retries mails that are FAILED.",
  query: pageQuery.extend({ search: searchTextSchema, state: mailStateSchema.optional() }),
  data: z.array(outgoingMailSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

export const resendMail = endpoint({
  method: "POST",
  path: "/admin/mails/:id/resend",
  guard: "admin",
  limit: limits.form,
  summary:
    "Tries now to send a mail that has not been sent. 404 for a mail that was sent, because its text is not kept.",
  params: idParams,
  data: z.object({}),
});
