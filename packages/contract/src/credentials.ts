import { z } from "zod";
import { createRawTextSchema } from "./kit/raw-text.ts";

/** Maximum characters of an e-mail address: the longest path in SMTP (RFC 5321). */
const maximumEmailLength = 254;

/**
 * An e-mail address as stored: NFC, trimmed, lower case and ASCII only, so that no look-alike letter can imitate
 * another address. A domain with other letters is stored and shown in its `xn--` form. A `+tag` before the `@` is kept.
 */
export const emailSchema = createRawTextSchema(1000, maximumEmailLength)
  .transform((email) => email.normalize("NFC").trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, { error: "required" })
      .max(maximumEmailLength)
      .pipe(z.email({ error: "email" })),
  );

/** An e-mail address in an API response. */
export const emailInResponseSchema = z.string().max(maximumEmailLength);

/**
 * A valid password: 8 to 32 characters, at least one uppercase and one lowercase letter and one digit
 * (docs/rules.md).
 */
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

/**
 * The fields of a new password and its repetition. A schema with these fields must check with `arePasswordsEqual` that
 * both are the same.
 */
export const newPasswordFields = {
  password: passwordSchema,
  confirm_password: z.string().min(1, { error: "required" }).max(1000),
};
export const arePasswordsEqual = (value: { password: string; confirm_password: string }) =>
  value.password === value.confirm_password;
export const passwordRepetitionError = { error: "confirm_password", path: ["confirm_password"] };

/** The token from a link in a mail. */
export const mailedTokenSchema = z.string().min(1, { error: "required" }).max(200);
export const mailedTokenBodySchema = z.strictObject({ token: mailedTokenSchema }).meta({ id: "MailedToken" });
