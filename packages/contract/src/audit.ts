import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { momentSchema } from "./kit/moments.ts";
import { pageMeta, pageQuery } from "./kit/page.ts";

/** Everything that is written to the audit log. A name stays for good: what was written under it is never changed. */
export const auditActions = [
  "account.delete_request",
  "account.delete_cancel",
  "account.delete",
  "password.change",
  "password.reset",
  "two-step.on",
  "two-step.off",
  "two-step.reset",
  "two-step.recovery-code",
  "two-step.recovery-codes",
  "identity.link",
  "identity.unlink",
  "data.export",
  "profile.create",
  "profile.update",
  "profile.request",
  "profile.accept",
  "profile.refuse",
  "profile.block",
  "profile.unblock",
  "user.role",
  "user.unlock",
  "user.sign-out",
  "mail.resend",
  "page.close",
  "page.open",
  "categories.add",
  "categories.rename",
  "categories.remove",
  "categories.order",
  "currencies.add",
  "currencies.rename",
  "currencies.remove",
  "currencies.order",
  "plan.add",
  "plan.change",
  "plan.remove",
  "plan.order",
  "post.create",
  "post.update",
  "post.remove",
  "contact.state",
  "contact.reply",
] as const;
export type AuditAction = (typeof auditActions)[number];

type Topic = AuditAction extends `${infer Before}.${string}` ? Before : never;

/** What an action is done to, by the first word of its name. */
const subjects = {
  account: "person",
  password: "person",
  "two-step": "person",
  identity: "person",
  data: "person",
  profile: "person",
  user: "person",
  mail: "mail",
  page: "page",
  categories: "category",
  currencies: "currency",
  plan: "plan",
  post: "post",
  contact: "contact",
} as const satisfies Record<Topic, string>;
export type AuditSubject = (typeof subjects)[Topic];

export const subjectOf = (action: AuditAction): AuditSubject => subjects[action.split(".")[0] as Topic];

/**
 * Who did what, when and from where. `details` are the action's own. A subject's name is what it is called now, in the
 * reader's language; null where it is there no longer.
 */
export const auditEntry = z.object({
  id: idSchema,
  action: z.enum(auditActions),
  actor: z.object({ id: idSchema, name: z.string() }).nullable(),
  subject: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string(),
  created_at: z.iso.datetime(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const listAudit = endpoint({
  method: "GET",
  path: "/admin/audit",
  guard: "admin",
  summary: "The audit log, the newest first.",
  query: pageQuery.extend({
    search: z.string().trim().max(200).default(""),
    action: z.enum(auditActions).optional(),
    user_id: idSchema.optional(),
    after: momentSchema.optional(),
    before: momentSchema.optional(),
  }),
  data: z.array(auditEntry),
  meta: pageMeta,
});
