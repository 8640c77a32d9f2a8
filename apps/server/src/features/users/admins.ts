import type { Role } from "@kakehashi/contract/users";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";

export interface LockedAdmin {
  id: string;
  /** Confirmed and not blocked: nobody else opens the desk. */
  acts: boolean;
  /** Has asked for the deletion of their account. */
  leaves: boolean;
}

/**
 * Every admin, none of whom changes before the transaction ends: of two who take each other's place at once, the second
 * finds what the first one did. Before anything else is locked, so that nobody waits crosswise.
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
    acts: confirmed_at !== null && blocked_at === null,
    leaves: deletion_due_at !== null,
  }));
}

/** For what an admin does to somebody who may be one: refused where another has just taken their own right to it. */
export async function lockAsAdmin(tx: Kysely<DB>, userId: string | null): Promise<void> {
  const admins = await lockAdmins(tx);
  if (!admins.some(({ id, acts }) => acts && id === userId)) throw new AppError("ERR.FORBIDDEN");
}

export function setRole(tx: Kysely<DB>, userId: string, role: Role) {
  return tx.updateTable("users").set({ role }).where("id", "=", userId).execute();
}
