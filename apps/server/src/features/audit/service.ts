import type { SecurityEvent } from "@kakehashi/contract/audit";
import { type AuditAction, securityLogActions } from "@kakehashi/contract/audit-actions";
import type { PageMeta } from "@kakehashi/contract/kit/page";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { offsetOf } from "../../kit/http/list-bytes.ts";
import { firstIdAt } from "../../kit/ids.ts";
import type { AuditAuthor } from "./record.ts";

export { type AuditAuthor, recordAudit } from "./record.ts";
export { createRepeatedEvents, maximumEntriesPerHour, type RepeatedEvents } from "./repeated-events.ts";

/**
 * Counts the audit log entries of the last day that have this action and this subject (for example a project), and
 * whose details name this person.
 */
export async function countEntriesOfLastDay(
  db: Kysely<DB>,
  { action, subjectId, userId }: { action: AuditAction; subjectId: string; userId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log
    where subject_id = ${subjectId} and id >= ${firstIdAt(Date.now() - dayMs)}::uuid
      and action = ${action} and details->>'user_id' = ${userId}`.execute(db);
  return rows[0]?.count ?? 0;
}

const dayMs = 24 * 3600_000;

/** Deletes audit log entries that are older than the retention time. Returns the number of deleted entries. */
export async function pruneAuditLog(db: Kysely<DB>): Promise<number> {
  for (let prunedCount = 0; ; ) {
    const { rows } = await sql<{ count: number }>`select prune_audit_log(${pruneBatchSize}) as count`.execute(
      db,
    );
    const count = Number(rows[0]?.count ?? 0);
    prunedCount += count;
    if (count < pruneBatchSize) return prunedCount;
  }
}

const pruneBatchSize = 1_000;

/** Returns the security events of one person's account, the newest first. */
export async function listSecurityEventsOfAccount(
  db: Kysely<DB>,
  userId: string,
  { page, paging }: { page: number; paging: number },
): Promise<{ data: SecurityEvent[]; meta: PageMeta }> {
  const rows = await db
    .selectFrom("audit_log")
    .select(["id", "action", "actor_id", "details", "ip", "created_at"])
    .select(sql<number>`count(*) over ()`.as("total"))
    .where((eb) => eb.or([eb("subject_id", "=", userId), eb("actor_id", "=", userId)]))
    .where("action", "in", securityLogActions)
    // An admin's actions on other people belong to the admin log, not to the admin's own activity.
    .where((eb) => eb.or([eb("subject_id", "=", userId), eb("subject_id", "is", null)]))
    .orderBy("id", "desc")
    .limit(paging)
    .offset(offsetOf({ page, paging }))
    .execute();
  const data = rows.map(({ id, action, actor_id, details, ip, created_at }): SecurityEvent => {
    const { device, times } = details as { device?: string; times?: number };
    const actorKind = actor_id === userId ? "me" : actor_id === null ? "unknown" : "admin";
    return {
      id,
      action: action as AuditAction,
      by: actorKind,
      device: actorKind === "admin" ? null : (device ?? null),
      ip: actorKind === "admin" || ip === "" ? null : ip,
      times: times ?? 1,
      created_at: created_at.toISOString(),
    };
  });
  const total = Number(rows[0]?.total ?? 0);
  return { data, meta: { page, paging, total, has_more: page * paging < total } };
}

export function auditAuthorOf(apiCall: { actor: { userId: string } | null; ip: string }): AuditAuthor {
  return { userId: apiCall.actor?.userId ?? null, ip: apiCall.ip };
}
