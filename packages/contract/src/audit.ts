import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { maximumPageSize, pageMeta, pageQuery } from "./kit/page.ts";
import { shownNames } from "./names.ts";

/** All actions in the audit log. Never rename an action, because stored entries contain its name. */
export const auditActions = [
  "account.delete_request",
  "account.delete_cancel",
  "account.delete",
  "password.change",
  "password.reset",
  "email.request",
  "email.change",
  "email.undo",
  "two-step.on",
  "two-step.off",
  "two-step.reset",
  "two-step.recovery-code",
  "two-step.recovery-codes",
  "sign-in.open",
  "sign-in.fail",
  "sign-in.slow",
  "sign-in.code",
  "session.end",
  "session.end-all",
  "session.copied",
  "session.sign-out",
  "access.admin",
  "access.forge",
  "access.ended",
  "access.password",
  "access.slow",
  "access.refused",
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
  "firm.change",
  "post.create",
  "post.update",
  "post.remove",
  "contact.state",
  "contact.reply",
  "memory.change",
  "memory.remove",
  "memory.import",
  "memory.import-undo",
  "memory.export",
  "glossary.add",
  "glossary.change",
  "glossary.remove",
  "glossary.import",
  "glossary.import-undo",
  "glossary.export",
  "project.create",
  "project.update",
  "project.activate",
  "project.deactivate",
  "project.run",
  "member.invite",
  "member.withdraw",
  "member.agree",
  "member.refuse",
  "member.apply",
  "member.cancel",
  "member.accept",
  "member.reject",
  "member.confirm",
  "member.remove",
  "member.leave",
  "member.host",
  "machine.open",
  "machine.close",
  "code.share",
  "code.remove",
  "code.restore",
  "bot.create",
  "bot.change",
  "bot.people",
  "bot.publish",
  "bot.switch",
  "bot.remove",
  "bot.talk",
  "bot.texts",
  "channel.connect",
  "channel.pause",
  "channel.disconnect",
  "channel.block",
  "channel.link",
  "channel.separate",
  "bot.broadcast",
] as const;
const auditActionSchema = z.enum(auditActions).meta({ id: "AuditAction" });
export type AuditAction = (typeof auditActions)[number];

type AuditTopic = AuditAction extends `${infer Before}.${string}` ? Before : never;

/** The kind of object that an action changes. The map's key is the first word of the action's name. */
const subjects = {
  account: "person",
  password: "person",
  email: "person",
  "two-step": "person",
  "sign-in": "person",
  session: "person",
  access: "person",
  identity: "person",
  data: "person",
  profile: "person",
  user: "person",
  mail: "mail",
  page: "page",
  categories: "category",
  currencies: "currency",
  plan: "plan",
  firm: "firm",
  post: "post",
  contact: "contact",
  memory: "memory",
  glossary: "glossary",
  project: "project",
  member: "project",
  machine: "machine",
  code: "code",
  bot: "bot",
  channel: "bot",
} as const satisfies Record<AuditTopic, string>;
export type AuditSubject = (typeof subjects)[AuditTopic];

export const auditSubjectOf = (action: AuditAction): AuditSubject =>
  subjects[action.split(".")[0] as AuditTopic];

/**
 * Maximum size of an entry's details as JSON, in bytes. The server stores an entry without its details if they are
 * longer.
 */
export const maximumDetailBytes = 16_000;

/**
 * One entry of the audit log: who did what, when, and from which IP address and device. The action decides the fields
 * of `details`. `subject.name` is the subject's current name in the reader's language; null if the subject no longer
 * exists.
 */
export const auditEntry = z
  .object({
    id: idSchema,
    action: auditActionSchema,
    actor: z.object({ id: idSchema, ...shownNames }).nullable(),
    /** The name of the subject of an audit entry. For a person, this includes their names in other scripts. */
    subject: z
      .object({ ...shownNames, id: z.string().max(100), name: z.string().max(1_500).nullable() })
      .partial({ reading: true, latin_name: true })
      .nullable(),
    details: z.record(z.string(), z.unknown()).meta({ "x-maximum-bytes": maximumDetailBytes }),
    ip: z.string().max(100),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditDetails = AuditEntry["details"];

export const listAudit = endpoint({
  method: "GET",
  path: "/admin/audit",
  guard: "admin",
  limit: limits.lookup,
  summary: "Lists the audit log, newest first.",
  query: pageQuery.extend({
    search: z.string().trim().max(200).default(""),
    action: auditActionSchema.optional(),
    user_id: idSchema.optional(),
    after: momentSchema.optional(),
    before: momentSchema.optional(),
  }),
  data: z.array(auditEntry).max(maximumPageSize),
  meta: pageMeta,
});

/** The actions that a person sees in the security log of their own account. */
export const securityLogActions = auditActions.filter((action) =>
  [
    "account",
    "password",
    "email",
    "two-step",
    "sign-in",
    "session",
    "access",
    "identity",
    "data",
    "user",
  ].includes(action.split(".")[0] ?? ""),
);

/**
 * A security event of the reader's account. `device` and `ip` belong to the person who acted. They are hidden if an
 * admin acted.
 */
export const activity = z
  .object({
    id: idSchema,
    action: auditActionSchema,
    /**
     * Who caused the security event. `me`: the reader, signed in. `admin`: an admin. `unknown`: somebody who was not
     * signed in.
     */
    by: z.enum(["me", "admin", "unknown"]),
    device: z.string().max(300).nullable(),
    ip: z.string().max(100).nullable(),
    /**
     * How often this event had happened from the same network within an hour when the entry was written. Of repeated
     * events, only the 1st, 2nd, 4th, 8th … are written.
     */
    times: z.number().int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "AccountActivity" });
export type SecurityEvent = z.infer<typeof activity>;

export const listActivity = endpoint({
  method: "GET",
  path: "/users/activity",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the events that concerned the security of the caller's account, newest first: sign-ins, failures and changes.",
  query: pageQuery,
  data: z.array(activity).max(maximumPageSize),
  meta: pageMeta,
});
