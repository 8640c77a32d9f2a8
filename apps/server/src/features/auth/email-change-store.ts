import { emailChangeLifetimeSeconds, emailChangeUndoLifetimeSeconds } from "@kakehashi/contract/email-change";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { secondsFromNowSql } from "../../kit/db/moments.ts";

const emailChangeColumns = [
  "id",
  "user_id",
  "old_email",
  "new_email",
  "old_hash",
  "new_hash",
  "undo_hash",
  "old_confirmed_at",
  "new_confirmed_at",
  "expires_at",
  "cancelled_at",
  "done_at",
  "undo_until",
  "undone_at",
] as const;

const isExpired = sql<boolean>`expires_at <= now()`.as("expired");
const isUndoPeriodOver = sql<boolean>`coalesce(undo_until <= now(), false)`.as("undo_over");

export type EmailChangeRow = NonNullable<Awaited<ReturnType<typeof findEmailChangeByLinkHash>>>;

/**
 * Locks e-mail addresses, so that only one transaction at a time gives them to an account. Without the lock, a
 * transaction could find that an address is free just before another transaction reserves the address, and take it
 * nevertheless.
 */
export async function lockEmailAddresses(tx: Executor, ...emailAddresses: string[]): Promise<void> {
  for (const address of emailAddresses.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`.execute(tx);
}

/**
 * Whether another account can still take this e-mail address back by undoing its own change of address. `exceptUserId`
 * is the account that wants the address now, so its own changes do not count.
 */
export async function isEmailReserved(
  db: Executor,
  address: string,
  exceptUserId: string | null,
): Promise<boolean> {
  const row = await db
    .selectFrom("email_changes")
    .select("id")
    .where("old_email", "=", address)
    .where("done_at", "is not", null)
    .where("undone_at", "is", null)
    .where("cancelled_at", "is", null)
    .where("undo_until", ">", sql<Date>`now()`)
    .$if(exceptUserId !== null, (query) => query.where("user_id", "<>", exceptUserId ?? ""))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function insertEmailChange(
  tx: Executor,
  row: { id: string; user_id: string; old_email: string; new_email: string },
) {
  return tx
    .insertInto("email_changes")
    .values({ ...row, expires_at: secondsFromNowSql(emailChangeLifetimeSeconds) })
    .returning("expires_at")
    .executeTakeFirstOrThrow();
}

/**
 * Returns how many changes of its e-mail address an account requested in the last 24 hours, and the seconds until the
 * oldest of them no longer counts.
 */
export async function countEmailChangesOfLastDay(
  db: Executor,
  userId: string,
): Promise<{ count: number; waitSeconds: number }> {
  const { rows } = await sql<{ count: number; wait: number | null }>`
    select count(*)::integer as count,
      ceil(extract(epoch from min(created_at) + interval '1 day' - now()))::integer as wait
    from email_changes where user_id = ${userId} and created_at > now() - interval '1 day'`.execute(db);
  return { count: rows[0]?.count ?? 0, waitSeconds: Math.max(1, rows[0]?.wait ?? 1) };
}

/** Cancels the account's pending change of its e-mail address, if there is one. */
export async function cancelWaitingEmailChange(tx: Executor, userId: string): Promise<void> {
  await tx
    .updateTable("email_changes")
    .set({ cancelled_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("cancelled_at", "is", null)
    .where("done_at", "is", null)
    .execute();
}

export function findWaitingEmailChange(db: Executor, userId: string) {
  return db
    .selectFrom("email_changes")
    .select(emailChangeColumns)
    .where("user_id", "=", userId)
    .where("cancelled_at", "is", null)
    .where("done_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

export function findEmailChangeById(db: Executor, id: string) {
  return db
    .selectFrom("email_changes")
    .select(emailChangeColumns)
    .select([isExpired, isUndoPeriodOver])
    .where("id", "=", id)
    .executeTakeFirst();
}

export function findEmailChangeByLinkHash(db: Executor, hash: Buffer) {
  return db
    .selectFrom("email_changes")
    .select(emailChangeColumns)
    .select([isExpired, isUndoPeriodOver])
    .where((eb) => eb.or([eb("old_hash", "=", hash), eb("new_hash", "=", hash), eb("undo_hash", "=", hash)]))
    .executeTakeFirst();
}

export async function storeEmailChangeLinkHashes(
  tx: Executor,
  id: string,
  links: { old_hash: Buffer; new_hash: Buffer | null },
) {
  await tx.updateTable("email_changes").set(links).where("id", "=", id).execute();
}

export async function markMailboxConfirmed(
  tx: Executor,
  emailChangeId: string,
  linkKind: "old" | "new",
): Promise<void> {
  const column = linkKind === "old" ? "old_confirmed_at" : "new_confirmed_at";
  await tx
    .updateTable("email_changes")
    .set({ [column]: sql`now()` })
    .where("id", "=", emailChangeId)
    .execute();
}

/** Returns the time until which the change of the e-mail address can be undone. */
export async function markEmailChangeCompleted(tx: Executor, id: string, undoHash: Buffer): Promise<Date> {
  const row = await tx
    .updateTable("email_changes")
    .set({
      done_at: sql`now()`,
      undo_hash: undoHash,
      undo_until: secondsFromNowSql(emailChangeUndoLifetimeSeconds),
    })
    .where("id", "=", id)
    .returning("undo_until")
    .executeTakeFirstOrThrow();
  return row.undo_until ?? new Date();
}

/** Marks a change of an e-mail address as undone. Also undoes all later changes and requests of the account. */
export async function markEmailChangeUndone(tx: Executor, id: string, userId: string): Promise<void> {
  await tx.updateTable("email_changes").set({ undone_at: sql`now()` }).where("id", "=", id).execute();
  await sql`
    update email_changes set cancelled_at = now()
    where user_id = ${userId} and cancelled_at is null and undone_at is null
      and (done_at is null or done_at >= (select done_at from email_changes where id = ${id}))`.execute(tx);
}

/** Finds the account with an e-mail address: its id, its interface language, and when the address was confirmed. */
export function findAccountByEmail(db: Executor, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "email", "interface_language", "confirmed_at"])
    .where("email", "=", email)
    .executeTakeFirst();
}

/**
 * Deletes an unconfirmed sign-up with this e-mail address, because another person proved that they own the
 * mailbox.
 */
export async function removeUnconfirmedSignUp(tx: Executor, email: string): Promise<void> {
  await tx.deleteFrom("users").where("email", "=", email).where("confirmed_at", "is", null).execute();
}

export async function setEmail(tx: Executor, userId: string, email: string): Promise<void> {
  await tx.updateTable("users").set({ email }).where("id", "=", userId).execute();
}

/**
 * Deletes the linked identities that were added after the change of the e-mail address, because a thief of the account
 * may have added them.
 */
export async function removeIdentitiesSince(tx: Executor, userId: string, sinceTime: Date): Promise<void> {
  await tx
    .deleteFrom("identities")
    .where("user_id", "=", userId)
    .where("created_at", ">=", sinceTime)
    .execute();
}

/**
 * Deletes a second sign-in step that was switched on after the change of the e-mail address, because a thief of the
 * account may have switched it on. Returns whether there was a second step.
 */
export async function removeTwoStepSince(tx: Executor, userId: string, sinceTime: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("two_step")
    .where("user_id", "=", userId)
    .where("confirmed_at", ">=", sinceTime)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
