import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";

export interface LockedAdmin {
  id: string;
  /** Whether the admin is confirmed and not blocked. Otherwise the admin cannot open the admin pages. */
  canAct: boolean;
  /** Whether the admin has asked for the deletion of their account. */
  willBeDeleted: boolean;
}

/**
 * Locks every admin until the transaction ends. If two admins remove each other's role at once, the second transaction
 * waits and then sees the first change. To avoid deadlocks, call this before any other lock.
 */
export async function lockAdmins(tx: Kysely<DB>): Promise<LockedAdmin[]> {
  const rows = await tx
    .selectFrom("users")
    .select(["id", "deletion_due_at", "confirmed_at", "blocked_at"])
    .where("role", "=", "admin")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id, deletion_due_at, confirmed_at, blocked_at }) => ({
    id,
    canAct: confirmed_at !== null && blocked_at === null,
    willBeDeleted: deletion_due_at !== null,
  }));
}

/**
 * Locks all admins before an admin changes another user. Throws if the caller is no admin any more, because another
 * admin has just removed the role.
 */
export async function lockAdminsAndRequireAdmin(tx: Kysely<DB>, userId: string | null): Promise<void> {
  const admins = await lockAdmins(tx);
  if (!admins.some(({ id, canAct }) => canAct && id === userId)) throw new AppError("ERR.FORBIDDEN");
}

export function setRole(tx: Kysely<DB>, userId: string, role: Role) {
  return tx.updateTable("users").set({ role }).where("id", "=", userId).execute();
}
