import type { AuditAction } from "@kakehashi/contract/audit";
import type { Kysely } from "kysely";
import { toJson } from "../../kit/db/json.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { newId } from "../../kit/ids.ts";

/** Who acts, and from where. Null: the system itself. */
export interface Author {
  userId: string | null;
  ip: string;
}

/** Writes what was done, in the transaction that does it: the one is there if, and only if, the other is. */
export async function record(
  tx: Kysely<DB>,
  author: Author,
  action: AuditAction,
  subjectId: string | null,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await tx
    .insertInto("audit_log")
    .values({
      id: newId(),
      actor_id: author.userId,
      action,
      subject_id: subjectId,
      details: toJson(details),
      ip: author.ip,
    })
    .execute();
}

export function authorOf(call: { actor: { userId: string } | null; ip: string }): Author {
  return { userId: call.actor?.userId ?? null, ip: call.ip };
}
