import { type AuditAction, maximumDetailBytes } from "@kakehashi/contract/audit";
import type { Kysely } from "kysely";
import { toJson } from "../../kit/db/json.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";

/** Who acts, and from where. Null: the system itself. */
export interface Author {
  userId: string | null;
  ip: string;
}

/** UTF-16 code units of an entry's details as JSON: never more bytes than the contract allows. */
const longestDetails = Math.floor(maximumDetailBytes / 3);

/** Writes what was done, in the transaction that does it: the one is there if, and only if, the other is. */
export async function record(
  tx: Kysely<DB>,
  author: Author,
  action: AuditAction,
  subjectId: string | null,
  details: Readonly<Record<string, unknown>> = {},
  /** Where it happened a moment ago: the id that it was given then, and when. */
  earlier?: { id: string; at: Date },
): Promise<void> {
  await tx
    .insertInto("audit_log")
    .values({
      id: earlier?.id ?? newId(),
      actor_id: author.userId,
      action,
      subject_id: subjectId,
      details: toJson(JSON.stringify(details).length > longestDetails ? { left_out: true } : details),
      ip: author.ip,
      ...(earlier && { created_at: earlier.at }),
    })
    .execute();
}
