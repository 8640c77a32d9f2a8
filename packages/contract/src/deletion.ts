import { z } from "zod";
import { emailSchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import type { Texts } from "./languages.ts";

/** Days between asking and the deletion itself, in which signing in offers to take it back. */
export const graceDays = 14;

/**
 * What stands in the place of a deleted person's name wherever it is kept. A private character: no name can hold it
 * (`nameSchema`), and every answer of the API carries `deletedName` in the caller's language instead.
 */
export const deletedMark = "\u{e000}";
export const deletedName: Texts = { en: "Deleted user", vi: "Người dùng đã xóa", ja: "削除されたユーザー" };

export const requestDeletion = endpoint({
  method: "POST",
  path: "/users/deletion",
  guard: "signed-in",
  summary:
    "Plans the deletion of my account in 14 days and signs me out everywhere. Takes my password, and my address as confirmation.",
  limit: { perMinute: 20 },
  body: z.strictObject({
    current_password: z.string().min(1, { error: "required" }).max(1000),
    /** My own e-mail address, typed. */
    confirmation: z.string().min(1, { error: "required" }).max(1000),
  }),
  data: z.object({ due_at: z.iso.datetime() }),
});

export const cancelDeletion = endpoint({
  method: "DELETE",
  path: "/users/deletion",
  guard: "signed-in",
  summary: "Takes the planned deletion of my account back; where none is planned, does nothing.",
  data: z.object({}),
});

/** Whether what was typed is that address, as it is stored. */
export function confirmsWith(typed: string, email: string): boolean {
  const read = emailSchema.safeParse(typed);
  return read.success && read.data === email;
}

export const deletionErrors = {
  "DELETION.LAST_ADMIN": {
    status: 409,
    message: {
      en: "You are the only administrator. Make somebody else one first.",
      vi: "Bạn là quản trị viên duy nhất. Hãy trao quyền cho người khác trước.",
      ja: "管理者はあなただけです。先に他の方を管理者にしてください。",
    },
  },
} as const satisfies ErrorTable;
