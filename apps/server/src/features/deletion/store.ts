import { deletedNameMark } from "@kakehashi/contract/deleted-names";
import { deletionGraceDays } from "@kakehashi/contract/deletion";
import type { Language } from "@kakehashi/contract/languages";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { newSecret } from "../../kit/ids.ts";

/**
 * Plans the deletion of an account and returns the date of the deletion. If a deletion was planned before, its date
 * stays. Undefined for a deleted account.
 */
export async function scheduleAccountDeletion(tx: Executor, userId: string): Promise<Date | undefined> {
  const row = await tx
    .updateTable("users")
    .set({
      deletion_requested_at: sql`coalesce(deletion_requested_at, now())`,
      deletion_due_at: sql`coalesce(deletion_due_at, now() + make_interval(days => ${deletionGraceDays}))`,
    })
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .returning("deletion_due_at")
    .executeTakeFirst();
  return row?.deletion_due_at ?? undefined;
}

/** Cancels a planned deletion. Returns the person's data if one was planned. */
export function cancelAccountDeletion(tx: Executor, userId: string) {
  return tx
    .updateTable("users")
    .set({ deletion_requested_at: null, deletion_due_at: null })
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .where("deletion_due_at", "is not", null)
    .returning(["email", "interface_language"])
    .executeTakeFirst();
}

/** Returns the ids of accounts whose deletion date has come, and of accounts whose deletion was interrupted. */
export async function listDueAccountIds(db: Executor, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("deletion_due_at", "<=", sql<Date>`now()`)
    .orderBy("deletion_due_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export interface DueAccount {
  email: string;
  interface_language: Language;
  deleted_at: Date | null;
}

/** Locks a due account until the transaction ends. Undefined if the deletion was cancelled. */
export function lockDueAccount(tx: Executor, userId: string): Promise<DueAccount | undefined> {
  return tx
    .selectFrom("users")
    .select(["email", "interface_language", "deleted_at"])
    .where("id", "=", userId)
    .where("deletion_due_at", "<=", sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Tables that `deleteRowsOfUser` skips. The features for rooms, projects and bots remove people themselves. Exports are
 * deleted with their files. A database trigger updates the sum of a person's stored bytes.
 */
const tablesToKeep = new Set([
  "conversation_members",
  "project_members",
  "bot_people",
  "data_exports",
  "storage_used",
]);

/**
 * Deletes the person's rows from every table that refers to `users` with `on delete cascade`. Finds these tables by
 * their foreign keys, so a new feature needs no change here.
 */
async function deleteRowsOfUser(tx: Executor, userId: string): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c'
    order by 1, 2`.execute(tx);
  for (const { table, column } of rows) {
    if (tablesToKeep.has(table)) continue;
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(tx);
  }
}

/**
 * Removes everything that identifies a deleted person. The user's row stays, because messages refer to it.
 */
export async function anonymiseUser(tx: Executor, userId: string): Promise<void> {
  await deleteRowsOfUser(tx, userId);
  await tx
    .updateTable("users")
    .set({
      // A `.invalid` address never has a mailbox (RFC 2606).
      email: `${userId}@deleted.invalid`,
      name: deletedNameMark,
      reading: "",
      latin_name: "",
      role: "user",
      password_hash: null,
      avatar: null,
      account_type: null,
      working_language: null,
      interface_language: "en",
      settings: "{}",
      device_time_zone: null,
      accepted_terms_version: null,
      live_endpoint: newSecret(),
      blocked_at: null,
      deletion_requested_at: null,
      deleted_at: sql`now()`,
    })
    .where("id", "=", userId)
    .execute();
}

export function markDeletionsFinished(db: Executor, userIds: readonly string[]) {
  return db
    .updateTable("users")
    .set({ deletion_due_at: null })
    .where("id", "in", userIds)
    .where("deleted_at", "is not", null)
    .execute();
}
