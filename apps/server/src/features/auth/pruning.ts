import { retentionPeriods } from "@kakehashi/contract/retention";
import { signInSessionLifetimeSeconds } from "@kakehashi/contract/sessions";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

/** Rows deleted per statement. The number is small, so that each statement holds locks for a few milliseconds only. */
const batchSize = 1_000;

/**
 * Days to keep rows of ended sign-ins. A used refresh token stays until it expires, because its reuse reveals a theft.
 * The last session of each browser stays for 400 days, as long as browsers keep cookies. So the browser stays known,
 * and its sign-ins send no warning mail. A person's very last session always stays. Without it, the next sign-in would
 * count as the first one and send no warning.
 */
export const retentionDays = {
  expiredToken: 1,
  endedSession: retentionPeriods.endedSessionDays,
  device: retentionPeriods.deviceDays,
  usedLink: 7,
  /**
   * Days to keep an expired confirmation link. The link's row contains the data of the sign-up. As long as the row
   * exists, a sign-in with the password of the sign-up mails a new link.
   */
  expiredLink: 30,
  attempt: 1,
  emailChange: 30,
} as const;

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`;
/** Days after sign-in until a session expires by itself. */
const sessionLifetimeDays = signInSessionLifetimeSeconds / (24 * 60 * 60);

const expiredRowsByTable: Record<string, RawBuilder<unknown>> = {
  refresh_tokens: sql`select ctid from refresh_tokens where expires_at < ${daysAgo(retentionDays.expiredToken)}`,
  sessions: sql`select s.ctid from sessions s
    where s.refreshed_at < ${daysAgo(retentionDays.endedSession)}
      and coalesce(s.revoked_at, s.created_at + make_interval(days => ${sessionLifetimeDays})) < ${daysAgo(retentionDays.endedSession)}
      and exists (select from sessions n where n.user_id = s.user_id and n.id > s.id
        and (n.device = s.device or s.device is null or s.refreshed_at < ${daysAgo(retentionDays.device)}))`,
  mail_links: sql`select ctid from mail_links
    where used_at < ${daysAgo(retentionDays.usedLink)} or expires_at < ${daysAgo(retentionDays.expiredLink)}`,
  email_changes: sql`select ctid from email_changes where created_at < ${daysAgo(retentionDays.emailChange)}`,
  attempts: sql`select ctid from attempts where last_at < ${daysAgo(retentionDays.attempt)}`,
  sign_in_challenges: sql`select ctid from sign_in_challenges where expires_at < ${daysAgo(retentionDays.expiredToken)}`,
  identity_flows: sql`select ctid from identity_flows where expires_at < ${daysAgo(retentionDays.expiredToken)}`,
};

/** Deletes old rows of sign-ins. Returns the number of deleted rows per table. */
export async function pruneSignIns(db: Kysely<DB>): Promise<Record<string, number>> {
  const deletedRowCounts: Record<string, number> = {};
  for (const [table, condition] of Object.entries(expiredRowsByTable))
    deletedRowCounts[table] = await deleteInBatches(db, table, condition);
  return deletedRowCounts;
}

async function deleteInBatches(
  db: Kysely<DB>,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(${condition} limit ${batchSize}))`.execute(db);
    count += Number(numAffectedRows ?? 0n);
    if (Number(numAffectedRows ?? 0n) < batchSize) return count;
  }
}
