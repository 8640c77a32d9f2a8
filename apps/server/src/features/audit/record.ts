import { maximumAuditDetailBytes } from "@kakehashi/contract/audit";
import type { AuditAction } from "@kakehashi/contract/audit-actions";
import type { Kysely } from "kysely";
import { toJson } from "../../kit/db/json.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";

/** The person who acts, and their IP address. A null user means the system, or somebody who is not signed in. */
export interface AuditAuthor {
  userId: string | null;
  ip: string;
  /** When the person acted. Undefined means now. Only the demo sets this, to write entries with dates in the past. */
  actedAt?: Date;
}

/**
 * Maximum length of an audit entry's details as JSON, in UTF-16 code units. Each code unit takes at most three bytes in
 * UTF-8, so details of this length stay below the API's limit in bytes.
 */
const maximumDetailsLength = Math.floor(maximumAuditDetailBytes / 3);

/** Writes an audit entry in the transaction of the audited action, so that either both or neither are stored. */
export async function recordAudit(
  tx: Kysely<DB>,
  author: AuditAuthor,
  action: AuditAction,
  subjectId: string | null,
  details: Readonly<Record<string, unknown>> = {},
  /**
   * The id of the audit entry, and when the event first occurred. Set only for repeated events, which are counted first
   * and written to the audit log later.
   */
  firstOccurrence?: { id: string; at: Date },
): Promise<void> {
  const occurredAt = firstOccurrence?.at ?? author.actedAt;
  await tx
    .insertInto("audit_log")
    .values({
      id: firstOccurrence?.id ?? newId(),
      actor_id: author.userId,
      action,
      subject_id: subjectId,
      details: toJson(JSON.stringify(details).length > maximumDetailsLength ? { left_out: true } : details),
      ip: author.ip,
      ...(occurredAt && { created_at: occurredAt }),
    })
    .execute();
}
