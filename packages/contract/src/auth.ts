import { z } from "zod";
import { emailSchema, isRepeated, newPassword, notRepeated } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { languageSchema } from "./languages.ts";
import { nameSchema } from "./names.ts";
import { tokens } from "./sessions.ts";
import { termsVersion } from "./site.ts";

/** The fixed value that sign-in carries (spec §7). */
export const service = "kakehashi";

/** Seconds that the link of a confirmation mail lives. */
export const confirmationLifetime = 24 * 60 * 60;

/** Seconds that the link of a password reset lives. */
export const resetLifetime = 60 * 60;
/** Failures in a row after which an account, and the address they come from, are slowed down. */
export const freeFailures = 5;

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
      ...newPassword,
      language: languageSchema,
      name: nameSchema.optional(),
      /** The terms of use that the person was shown and accepts. */
      terms_version: z.literal(termsVersion).optional(),
    })
    .refine(isRepeated, notRepeated),
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

export const resetPassword = endpoint({
  method: "POST",
  path: "/password/reset",
  guard: "anyone",
  summary: "Sets a new password by the mailed token (once, within an hour) and ends every session.",
  limit: { perMinute: 30 },
  body: z
    .strictObject({ token: z.string().min(1, { error: "required" }).max(200), ...newPassword })
    .refine(isRepeated, notRepeated),
  data: z.object({ email: z.string() }),
});

export const changePassword = endpoint({
  method: "POST",
  path: "/password/change",
  guard: "signed-in",
  summary: "Sets a new password and ends every other session.",
  body: z
    .strictObject({ current_password: z.string().min(1, { error: "required" }).max(1000), ...newPassword })
    .refine(isRepeated, notRepeated),
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
