import { z } from "zod";
import { auditActionSchema } from "./audit-actions.ts";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { maximumPageSize, pageMetaSchema, pageQuery } from "./kit/page.ts";
import { personNameFields } from "./names.ts";

/**
 * Maximum size of an entry's details as JSON, in bytes. The server stores an entry without its details if they are
 * longer.
 */
export const maximumAuditDetailBytes = 16_000;

/**
 * One entry of the audit log: who did what, when, and from which IP address and device. The action decides the fields
 * of `details`. `subject.name` is the subject's current name in the reader's language; null if the subject no longer
 * exists.
 */
export const auditEntrySchema = z
  .object({
    id: idSchema,
    action: auditActionSchema,
    actor: z.object({ id: idSchema, ...personNameFields }).nullable(),
    /** The name of the subject of an audit entry. For a person, this includes their names in other scripts. */
    subject: z
      .object({ ...personNameFields, id: z.string().max(100), name: z.string().max(1_500).nullable() })
      .partial({ reading: true, latin_name: true })
      .nullable(),
    details: z.record(z.string(), z.unknown()).meta({ "x-maximum-bytes": maximumAuditDetailBytes }),
    ip: z.string().max(100),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "AuditEntry" });

export type AuditEntry = z.infer<typeof auditEntrySchema>;

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
  data: z.array(auditEntrySchema).max(maximumPageSize),
  meta: pageMetaSchema,
});

/**
 * A security event of the reader's account. `device` and `ip` belong to the person who acted. They are hidden if an
 * admin acted.
 */
export const securityEventSchema = z
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
     * How many times this event had happened, within an hour and from the same network, when the entry was written.
     * Only the 1st, 2nd, 4th, 8th … of repeated events get an entry.
     */
    times: z.number().int(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "AccountActivity" });

export type SecurityEvent = z.infer<typeof securityEventSchema>;

export const listOwnSecurityEvents = endpoint({
  method: "GET",
  path: "/users/activity",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the events that concerned the security of the caller's account, newest first: sign-ins, failures and changes.",
  query: pageQuery,
  data: z.array(securityEventSchema).max(maximumPageSize),
  meta: pageMetaSchema,
});
