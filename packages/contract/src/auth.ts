import { z } from "zod";
import {
  arePasswordsEqual,
  emailInResponseSchema,
  emailSchema,
  mailedTokenBodySchema,
  mailedTokenSchema,
  newPasswordFields,
  passwordRepetitionError,
  passwordSchema,
} from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { languageSchema } from "./languages.ts";
import { cleanName, nameSchema } from "./names.ts";
import { cookieClientTokensSchema, tokensAsCookiesSchema } from "./sessions.ts";
import { termsVersion } from "./site.ts";

/** The required value of the field `service` in every sign-in request (docs/rules.md). */
export const signInServiceName = "kakehashi";

/** Seconds until the link in a confirmation mail expires. */
export const confirmationLinkLifetimeSeconds = 24 * 60 * 60;

/** Seconds until the link in a password reset mail expires. */
export const passwordResetLinkLifetimeSeconds = 60 * 60;
/** After this many failed sign-ins in a row, further sign-ins are slowed down, for the account and for the network. */
export const failuresBeforeSlowdown = 5;

const mailedAddressSchema = z.object({ email: emailInResponseSchema }).meta({ id: "MailedTo" });

export const signUp = endpoint({
  method: "POST",
  path: "/sign-up",
  guard: "anyone",
  summary:
    "Registers an account and mails a confirmation link. The answer never tells whether the address is known.",
  limit: { perMinute: 20 },
  body: z
    .strictObject({
      email: emailSchema,
      ...newPasswordFields,
      language: languageSchema,
      name: nameSchema.optional(),
      /** The version of the terms of use that the person saw and accepts. */
      terms_version: z.literal(termsVersion).optional(),
    })
    .refine(arePasswordsEqual, passwordRepetitionError),
  data: mailedAddressSchema,
});

export const confirmSignUp = endpoint({
  method: "POST",
  path: "/sign-up/confirm",
  guard: "anyone",
  summary:
    "Confirms the e-mail address to which the token was mailed, and signs in. `password` is the password given at sign-up; together with `confirm_password` it is a new password instead. The token works once, within 24 hours.",
  limit: { perMinute: 30 },
  body: z
    .strictObject({
      token: mailedTokenSchema,
      password: z.string().min(1, { error: "required" }).max(1000),
      confirm_password: newPasswordFields.confirm_password.optional(),
      cookie_only: tokensAsCookiesSchema,
    })
    .refine(
      ({ password, confirm_password }) =>
        confirm_password === undefined || passwordSchema.safeParse(password).success,
      { error: "password", path: ["password"] },
    )
    .refine(
      ({ password, confirm_password }) => confirm_password === undefined || confirm_password === password,
      passwordRepetitionError,
    ),
  data: cookieClientTokensSchema.extend({ email: emailInResponseSchema }),
});

export const resendConfirmationMail = endpoint({
  method: "POST",
  path: "/sign-up/resend",
  guard: "anyone",
  summary: "Mails a new confirmation link to the address of an expired one.",
  limit: limits.mail,
  body: mailedTokenBodySchema,
  data: z.object({}),
});

/**
 * The state of a mailed link that confirms an address or resets a password. `confirmed`: the account is already
 * confirmed. `dead`: the link was used or replaced, or never existed.
 */
export const mailLinkStates = ["open", "expired", "confirmed", "dead"] as const;
export type MailLinkState = (typeof mailLinkStates)[number];

export const checkConfirmationOrResetLink = endpoint({
  method: "POST",
  path: "/mail-links/check",
  guard: "anyone",
  summary:
    "Tells whether a mailed link still works. The answer does not tell whose link it is, and the check does not use the link up.",
  limit: limits.lookup,
  body: z.strictObject({ token: mailedTokenSchema, purpose: z.enum(["confirm", "reset"]) }),
  data: z.object({ state: z.enum(mailLinkStates) }),
});

export const signIn = endpoint({
  method: "POST",
  path: "/sign-in",
  guard: "anyone",
  limit: limits.arrival,
  summary:
    "Signs in. Both tokens are also set as HttpOnly cookies. With `cookie_only`, the refresh token is in its cookie only.",
  body: z.strictObject({
    email: emailSchema,
    password: z.string().min(1, { error: "required" }).max(1000),
    service: z.literal(signInServiceName),
    cookie_only: tokensAsCookiesSchema,
  }),
  data: cookieClientTokensSchema,
});

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/password/forgot",
  guard: "anyone",
  summary: "Mails a link to choose a new password. The answer is the same for an address without an account.",
  limit: { perMinute: 20 },
  body: z.strictObject({ email: emailSchema }),
  data: mailedAddressSchema,
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/password/reset",
  guard: "anyone",
  summary:
    "Sets a new password and ends every session. Needs the mailed token, which works once, within an hour.",
  limit: { perMinute: 30 },
  body: z
    .strictObject({ token: mailedTokenSchema, ...newPasswordFields })
    .refine(arePasswordsEqual, passwordRepetitionError),
  data: mailedAddressSchema,
});

export const checkPasswordStrength = endpoint({
  method: "POST",
  path: "/password/check",
  guard: "anyone",
  summary:
    "Tells whether a new password is easy to guess. The password is not stored, and the answer tells nothing about accounts.",
  limit: limits.lookup,
  body: z.strictObject({
    password: z.string().min(1, { error: "required" }).max(1000),
    /** The e-mail address in the form. Absent for a signed-in caller: the server uses the address of the account. */
    email: z.string().max(1000).optional(),
    name: z.string().max(1000).transform(cleanName).optional(),
  }),
  data: z.object({ weak: z.boolean() }),
});

export const changePassword = endpoint({
  method: "POST",
  path: "/password/change",
  guard: "signed-in",
  limit: limits.mail,
  summary: "Sets a new password and ends every other session.",
  body: z
    .strictObject({
      current_password: z.string().min(1, { error: "required" }).max(1000),
      ...newPasswordFields,
    })
    .refine(arePasswordsEqual, passwordRepetitionError),
  data: z.object({}),
});
