import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { limits } from "./kit/limits.ts";
import { cookieClientTokensSchema, tokensAsCookiesSchema } from "./sessions.ts";

/**
 * The cookie that a person gets after entering the right password. It only allows sending the code for the second step
 * of signing in.
 */
export const challengeCookieName = "sign_in_challenge";
/** Seconds that a person has between the password and the code of the second step: enough to find the phone. */
export const challengeLifetimeSeconds = 10 * 60;
/** After this many wrong codes a sign-in asks for the password again. Guesses are slowed down much earlier. */
export const maximumChallengeTries = 10;
/** Number of recovery codes that one person gets. Each code can be used once instead of the authenticator app. */
export const recoveryCodeCount = 10;

/** The characters of recovery codes. No two look alike (Crockford's base 32). */
export const recoveryCodeAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** Characters of a recovery code: 60 bits, shown in three groups of four. */
export const recoveryCodeLength = 12;

/**
 * Normalises a code as people type it: converts full-width characters, removes spaces and hyphens, and converts to
 * lower case. `twoStepCodeSchema` then reads the letter O as 0, and I and L as 1.
 */
const recoveryCodeInput = z
  .string()
  .max(200)
  .transform((code) =>
    code
      .normalize("NFKC")
      .replace(/[\s\p{Pd}]/gu, "")
      .toLowerCase(),
  );

const sixDigitsPattern = /^\d{6}$/;
/** Six digits from the authenticator app. */
export const authenticatorCodeSchema = recoveryCodeInput.pipe(
  z.string().min(1, { error: "required" }).regex(sixDigitsPattern, { error: "app_code" }),
);
/** Six digits from the authenticator app, or a recovery code. */
export const twoStepCodeSchema = recoveryCodeInput
  .transform((code) => (sixDigitsPattern.test(code) ? code : code.replaceAll("o", "0").replace(/[il]/g, "1")))
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .refine(
        (code) =>
          sixDigitsPattern.test(code) ||
          (code.length === recoveryCodeLength &&
            [...code].every((letter) => recoveryCodeAlphabet.includes(letter))),
        { error: "code" },
      ),
  );

const currentPasswordSchema = z.string().min(1, { error: "required" }).max(1000);

export const signInTwoStep = endpoint({
  method: "POST",
  path: "/sign-in/two-step",
  guard: "anyone",
  limit: limits.arrival,
  summary:
    "Takes the second step of a sign-in that was answered with AUTH.TWO_STEP. Needs a code, and the cookie of the first step as proof of it.",
  body: z.strictObject({ code: twoStepCodeSchema, cookie_only: tokensAsCookiesSchema }),
  data: cookieClientTokensSchema,
});

export const twoStepStateSchema = z
  .object({
    /** Since when this person needs a code, besides the password, to sign in. Null: no code is needed. */
    since: z.iso.datetime().nullable(),
    recovery_codes_left: z.number().int(),
  })
  .meta({ id: "TwoStepState" });
export type TwoStepState = z.infer<typeof twoStepStateSchema>;

export const getTwoStep = endpoint({
  method: "GET",
  path: "/users/two-step",
  guard: "signed-in",
  limit: limits.read,
  summary: "Tells whether the caller's sign-in asks for a code, and how many recovery codes are left.",
  data: twoStepStateSchema,
});

export const setUpTwoStep = endpoint({
  method: "POST",
  path: "/users/two-step/setup",
  guard: "signed-in",
  limit: limits.form,
  summary:
    "Creates a secret for an authenticator app. The secret takes effect after `confirm`; a newer secret replaces it.",
  body: z.strictObject({ current_password: currentPasswordSchema }),
  data: z.object({
    /** The secret for the second step of signing in, in base 32, to type into the authenticator app. */
    secret: z.string().max(100),
    /** The secret for the second step of signing in as `otpauth://…`, for a QR code. */
    uri: z.string().max(2_000),
  }),
});

/**
 * The recovery codes for signing in without the authenticator app. They are shown only once, because the server stores
 * only their hashes.
 */
const recoveryCodes = z
  .object({ recovery_codes: z.array(z.string().max(100)).length(recoveryCodeCount) })
  .meta({ id: "RecoveryCodes" });

export const confirmTwoStep = endpoint({
  method: "POST",
  path: "/users/two-step/confirm",
  guard: "signed-in",
  limit: limits.form,
  summary:
    "Turns two-step sign-in on with a first code of the app. Returns the recovery codes, which are shown only once.",
  body: z.strictObject({ code: authenticatorCodeSchema }),
  data: recoveryCodes,
});

const passwordAndCodeBody = z
  .strictObject({ current_password: currentPasswordSchema, code: twoStepCodeSchema })
  .meta({ id: "PasswordAndCode" });

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/users/two-step/recovery-codes",
  guard: "signed-in",
  limit: limits.form,
  summary: "Replaces all recovery codes. Returns the new ones, which are shown only once.",
  body: passwordAndCodeBody,
  data: recoveryCodes,
});

export const turnOffTwoStep = endpoint({
  method: "POST",
  path: "/users/two-step/off",
  guard: "signed-in",
  limit: limits.form,
  summary: "Turns two-step sign-in off. Needs the password and a code.",
  body: passwordAndCodeBody,
  data: z.object({}),
});

export const twoStepErrors = {
  "AUTH.TWO_STEP": {
    status: 401,
    message: {
      en: "Enter the code from your authenticator app to finish signing in.",
      vi: "Nhập mã trong ứng dụng xác thực để hoàn tất đăng nhập.",
      ja: "認証アプリのコードを入力してサインインを完了してください。",
    },
  },
  "AUTH.CHALLENGE": {
    status: 401,
    message: {
      en: "This sign-in took too long or had too many wrong codes. Please start again.",
      vi: "Lần đăng nhập này đã quá lâu hoặc nhập sai mã quá nhiều lần. Vui lòng bắt đầu lại.",
      ja: "時間が経過したか、コードの誤りが多すぎました。もう一度最初からサインインしてください。",
    },
  },
  "AUTH.CODE": {
    status: 422,
    message: {
      en: "This code is wrong or was already used.",
      vi: "Mã này không đúng hoặc đã được sử dụng.",
      ja: "コードが正しくないか、すでに使用されています。",
    },
  },
  "AUTH.TWO_STEP_ON": {
    status: 409,
    message: {
      en: "Two-step sign-in is already on.",
      vi: "Xác minh hai bước đã được bật.",
      ja: "2段階認証はすでに有効です。",
    },
  },
  "AUTH.TWO_STEP_OFF": {
    status: 409,
    message: {
      en: "Two-step sign-in is not on, or its setup has to start again.",
      vi: "Xác minh hai bước chưa được bật, hoặc cần thiết lập lại từ đầu.",
      ja: "2段階認証が有効になっていないか、設定を最初からやり直す必要があります。",
    },
  },
  "AUTH.NO_PASSWORD": {
    status: 409,
    message: {
      en: "Your account has no password yet. Sign out and use “Forgot your password?” to choose one first.",
      vi: "Tài khoản của bạn chưa có mật khẩu. Hãy đăng xuất và dùng “Quên mật khẩu?” để đặt mật khẩu trước.",
      ja: "このアカウントにはまだパスワードがありません。サインアウトし、「パスワードをお忘れですか」から先に設定してください。",
    },
  },
} as const satisfies ErrorTable;
