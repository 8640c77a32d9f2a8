import { z } from "zod";
import { emailInResponseSchema, emailSchema, mailedTokenBodySchema } from "./credentials.ts";
import { endpoint } from "./kit/endpoint.ts";
import { limits } from "./kit/limits.ts";
import { twoStepCodeSchema } from "./two-step.ts";

/** Both the old and the new e-mail address must be confirmed within this many seconds. */
export const emailChangeLifetimeSeconds = 24 * 60 * 60;
/**
 * For this many seconds after a change of the e-mail address, the old address can undo it. During this time nobody else
 * can use the old address.
 */
export const emailChangeUndoLifetimeSeconds = 7 * 24 * 60 * 60;

/** A requested change of an e-mail address that is not fully confirmed yet. */
export const pendingEmailChangeSchema = z
  .object({
    email: emailInResponseSchema,
    old_confirmed: z.boolean(),
    new_confirmed: z.boolean(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: "PendingEmailChange" });
export type PendingEmailChange = z.infer<typeof pendingEmailChangeSchema>;

export const getPendingEmailChange = endpoint({
  method: "GET",
  path: "/users/email-change",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Returns the pending change of the caller's e-mail address, or null if there is none.",
  data: pendingEmailChangeSchema.nullable(),
});

export const requestEmailChange = endpoint({
  method: "POST",
  path: "/users/email-change",
  guard: "signed-in",
  limit: limits.mail,
  summary:
    "Mails a link to the caller's address and a link to the new address. The address changes once both were confirmed, within 24 hours. `code` is required if two-step sign-in is on. The answer never tells whether the new address has an account.",
  body: z.strictObject({
    email: emailSchema,
    current_password: z.string().min(1, { error: "required" }).max(1000),
    code: twoStepCodeSchema.optional(),
  }),
  data: pendingEmailChangeSchema,
});

export const cancelEmailChange = endpoint({
  method: "DELETE",
  path: "/users/email-change",
  guard: "signed-in",
  limit: limits.form,
  summary: "Cancels the pending change of the caller's e-mail address. Its links stop working.",
  data: z.object({}),
});

/**
 * The kinds of mailed links about a change of an e-mail address. `old` and `new`: the link in the mail to the old or
 * the new address, which confirms the change. `undo`: the link that reverses the change.
 */
export const emailChangeLinkKinds = ["old", "new", "undo"] as const;
export type EmailChangeLinkKind = (typeof emailChangeLinkKinds)[number];

/**
 * The state of a link for an e-mail change. `half`: this link's address is confirmed, the other address is not. `done`:
 * both addresses are confirmed. `dead`: the link was withdrawn or replaced, or never existed.
 */
export const emailChangeLinkStates = ["open", "half", "done", "undone", "expired", "dead"] as const;
export type EmailChangeLinkState = (typeof emailChangeLinkStates)[number];

const emailLink = z
  .object({
    state: z.enum(emailChangeLinkStates),
    /** The kind of the mail that contains the link. Null if the state is `dead`. */
    kind: z.enum(emailChangeLinkKinds).nullable(),
  })
  .meta({ id: "EmailLink" });
export type EmailChangeLink = z.infer<typeof emailLink>;

export const checkEmailChangeLink = endpoint({
  method: "POST",
  path: "/email-change/check",
  guard: "anyone",
  limit: limits.lookup,
  summary:
    "Tells what a mailed link about a change of e-mail address does now. The check does not use the link up, and the answer names no address.",
  body: mailedTokenBodySchema,
  data: emailLink,
});

export const confirmEmailChange = endpoint({
  method: "POST",
  path: "/email-change/confirm",
  guard: "anyone",
  limit: { perMinute: 30 },
  summary:
    "Confirms a change of e-mail address for the mailbox to which the token was mailed. The second of the two confirmations makes the change. Sessions continue.",
  body: mailedTokenBodySchema,
  data: emailLink,
});

export const undoEmailChange = endpoint({
  method: "POST",
  path: "/email-change/undo",
  guard: "anyone",
  limit: { perMinute: 30 },
  summary:
    "Undoes a change of e-mail address, within seven days: gives the account its old address back and ends every session.",
  body: mailedTokenBodySchema,
  data: emailLink,
});
