import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { languageSchema } from "./languages.ts";
import { termsVersion } from "./site.ts";

/** The fixed value that sign-in carries (spec §7). */
export const service = "kakehashi";

/** Seconds. The access token is short because it cannot be revoked by itself; the session behind it can. */
export const accessTokenLifetime = 15 * 60;
/** Seconds: 60 days (spec §9), counted again from every refresh. */
export const refreshTokenLifetime = 60 * 24 * 60 * 60;
/** Seconds in which a refresh token that was just rotated still answers, for two tabs that raced. */
export const refreshGrace = 30;
/** Seconds that the link of a confirmation mail lives. */
export const confirmationLifetime = 24 * 60 * 60;

/** Seconds that the link of a password reset lives. */
export const resetLifetime = 60 * 60;
/** Failures in a row after which an account, and the address they come from, are slowed down. */
export const freeFailures = 5;

export const accessTokenCookie = "access_token";
export const refreshTokenCookie = "refresh_token";
/** Names the browser, so that its owner is told when another one signs in. Says nothing about who is signed in. */
export const deviceCookie = "device";

/**
 * An address as it is stored: NFC, trimmed, lower case, in ASCII alone, so that no letter of another script can pass for
 * one of it; a domain with other letters is written in its `xn--` form, and shown so. What stands behind a `+` belongs
 * to the address. 254 is the longest path that SMTP carries (RFC 5321).
 */
export const emailSchema = z
  .string()
  .max(1000)
  .transform((email) => email.normalize("NFC").trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .max(254)
      .pipe(z.email({ error: "email" })),
  );

/** 8 to 32 characters, at least one uppercase and one lowercase letter and one digit (spec §5). */
export const passwordSchema = z
  .string()
  .min(1, { error: "required" })
  .max(1000)
  .refine(
    (password) =>
      password.length >= 8 &&
      password.length <= 32 &&
      /\p{Lu}/u.test(password) &&
      /\p{Ll}/u.test(password) &&
      /\d/.test(password),
    { error: "password" },
  );

const withConfirmation = <S extends { password: string; confirm_password: string }>(value: S) =>
  value.password === value.confirm_password;
const confirmation = { error: "confirm_password", path: ["confirm_password"] };

/** Characters that show nothing but change how others look; all but those that choose a kanji's or an emoji's form. */
const invisible =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}|(?<![\p{Script=Han}\p{Extended_Pictographic}])\p{Variation_Selector}/gu;

/**
 * A name as shown to others: NFC, one line, no invisible or direction-changing characters, no towers of marks, something
 * to see; 1 to 200 characters (spec §5). Two people may share one: a name proves nothing about who somebody is.
 */
export const nameSchema = z
  .string()
  .max(2000)
  .transform((name) =>
    name
      .normalize("NFC")
      .replace(/\s+/gu, " ")
      .replace(invisible, "")
      .replace(/(\p{M}{4})\p{M}+/gu, "$1")
      .replace(/ +/g, " ")
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .max(200)
      .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, { error: "required" }),
  );

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
      password: passwordSchema,
      confirm_password: z.string().min(1, { error: "required" }).max(1000),
      language: languageSchema,
      name: nameSchema.optional(),
      /** The terms of use that the person was shown and accepts. */
      terms_version: z.literal(termsVersion).optional(),
    })
    .refine(withConfirmation, confirmation),
  data: z.object({ email: z.string() }),
});

export const confirmSignUp = endpoint({
  method: "POST",
  path: "/sign-up/confirm",
  guard: "anyone",
  summary: "Confirms the address that the mailed token belongs to. Works once; lives 24 hours.",
  limit: { perMinute: 30 },
  body: z.strictObject({ token: z.string().min(1, { error: "required" }).max(200) }),
  data: z.object({ email: z.string() }),
});

export const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds until the access token expires. */
  expires_in: z.number().int(),
});
export type Tokens = z.infer<typeof tokens>;

export const signIn = endpoint({
  method: "POST",
  path: "/sign-in",
  guard: "anyone",
  summary: "Signs in. Both tokens are also set as HttpOnly cookies.",
  body: z.strictObject({
    email: emailSchema,
    password: z.string().min(1, { error: "required" }).max(1000),
    service: z.literal(service),
  }),
  data: tokens,
});

export const forgotPassword = endpoint({
  method: "POST",
  path: "/password/forgot",
  guard: "anyone",
  summary: "Mails a link to choose a new password. The answer is the same for an address nobody has.",
  limit: { perMinute: 20 },
  body: z.strictObject({ email: emailSchema }),
  data: z.object({ email: z.string() }),
});

const newPassword = {
  password: passwordSchema,
  confirm_password: z.string().min(1, { error: "required" }).max(1000),
};

export const resetPassword = endpoint({
  method: "POST",
  path: "/password/reset",
  guard: "anyone",
  summary: "Sets a new password by the mailed token (once, within an hour) and ends every session.",
  limit: { perMinute: 30 },
  body: z
    .strictObject({ token: z.string().min(1, { error: "required" }).max(200), ...newPassword })
    .refine(withConfirmation, confirmation),
  data: z.object({ email: z.string() }),
});

export const changePassword = endpoint({
  method: "POST",
  path: "/password/change",
  guard: "signed-in",
  summary: "Sets a new password and ends every other session.",
  body: z
    .strictObject({ current_password: z.string().min(1, { error: "required" }).max(1000), ...newPassword })
    .refine(withConfirmation, confirmation),
  data: z.object({}),
});

/** Where somebody is signed in. */
export const session = z.object({
  id: idSchema,
  user_agent: z.string(),
  ip: z.string(),
  created_at: z.iso.datetime(),
  /** When its tokens were last renewed. */
  refreshed_at: z.iso.datetime(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  method: "GET",
  path: "/users/sessions",
  guard: "signed-in",
  summary: "Where I am signed in, the latest first.",
  data: z.array(session),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/users/sessions/:id",
  guard: "signed-in",
  summary: "Ends one of my sessions and its live socket.",
  params: z.object({ id: idSchema }),
  data: z.object({}),
});

export const signOutEverywhere = endpoint({
  method: "POST",
  path: "/sign-out/everywhere",
  guard: "signed-in",
  summary: "Ends all of my sessions, this one too.",
  data: z.object({}),
});

export const refreshToken = endpoint({
  method: "POST",
  path: "/refresh-token",
  guard: "anyone",
  summary: "Trades a refresh token (from the body, else its cookie) for new tokens; the old one is spent.",
  body: z.strictObject({ refresh_token: z.string().max(200).optional() }).default({}),
  data: tokens,
});

export const signOut = endpoint({
  method: "POST",
  path: "/sign-out",
  guard: "anyone",
  summary: "Ends the session of the bearer token, else of the refresh cookie; without one, does nothing.",
  data: z.object({}),
});

export const authErrors = {
  "AUTH.CREDENTIALS": {
    status: 401,
    message: {
      en: "The e-mail address or the password is not right.",
      vi: "E-mail hoặc mật khẩu không đúng.",
      ja: "メールアドレスまたはパスワードが正しくありません。",
    },
  },
  "AUTH.UNCONFIRMED": {
    status: 403,
    message: {
      en: "Please confirm your e-mail address first: we have sent you the link again.",
      vi: "Vui lòng xác nhận e-mail trước: chúng tôi đã gửi lại liên kết cho bạn.",
      ja: "先にメールアドレスの確認をお願いします。確認用リンクを再送しました。",
    },
  },
  "AUTH.SLOWED": {
    status: 429,
    message: {
      en: "Too many attempts. Please try again in {wait}.",
      vi: "Quá nhiều lần thử. Vui lòng thử lại sau {wait}.",
      ja: "試行回数が多すぎます。{wait}後にもう一度お試しください。",
    },
  },
  "AUTH.PASSWORD": {
    status: 422,
    message: {
      en: "That is not your current password.",
      vi: "Mật khẩu hiện tại không đúng.",
      ja: "現在のパスワードが正しくありません。",
    },
  },
  "AUTH.LINK": {
    status: 422,
    message: {
      en: "This link has expired or was already used.",
      vi: "Liên kết này đã hết hạn hoặc đã được sử dụng.",
      ja: "このリンクは期限切れか、すでに使用されています。",
    },
  },
  "AUTH.REFRESH": {
    status: 401,
    message: {
      en: "Your session has ended. Please sign in again.",
      vi: "Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.",
      ja: "セッションが終了しました。もう一度サインインしてください。",
    },
  },
} as const satisfies ErrorTable;
