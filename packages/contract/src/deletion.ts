import { z } from "zod";
import { emailSchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { limits } from "./kit/limits.ts";

/**
 * Days between the request and the deletion of an account. A person who signs in during these days can cancel the
 * deletion.
 */
export const deletionGraceDays = 14;

export const requestDeletion = endpoint({
  method: "POST",
  path: "/users/deletion",
  guard: "signed-in",
  summary:
    "Plans the deletion of the caller's account in 14 days and ends all of their sessions. Needs the caller's password, and their e-mail address as confirmation.",
  limit: { perMinute: 20 },
  body: z.strictObject({
    current_password: z.string().min(1, { error: "required" }).max(1000),
    /** The account's own e-mail address, which the person types to confirm the deletion. */
    confirmation: z.string().min(1, { error: "required" }).max(1000),
  }),
  data: z.object({ due_at: z.iso.datetime() }),
});

export const cancelDeletion = endpoint({
  method: "DELETE",
  path: "/users/deletion",
  guard: "signed-in",
  limit: limits.mail,
  summary: "Cancels the planned deletion of the caller's account. Does nothing if no deletion is planned.",
  data: z.object({}),
});

/** Whether the typed text is the account's e-mail address. Both are normalised before the comparison. */
export function isAccountEmail(typedText: string, email: string): boolean {
  const parsedEmail = emailSchema.safeParse(typedText);
  return parsedEmail.success && parsedEmail.data === email;
}

export const deletionErrors = {
  "DELETION.LAST_ADMIN": {
    status: 409,
    message: {
      en: "You are the only administrator. Make someone else an administrator first.",
      vi: "Bạn là quản trị viên duy nhất. Hãy trao quyền cho người khác trước.",
      ja: "管理者はあなただけです。先に他の方を管理者にしてください。",
    },
  },
} as const satisfies ErrorTable;
