import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { secondsFromNowSql } from "../../kit/db/moments.ts";

/** Stores a sign-in that has begun at an identity provider. Also deletes sign-ins that have expired. */
export async function insertSignInFlow(
  db: Executor,
  {
    lifetimeSeconds,
    replacedSessionId,
    ...flow
  }: {
    hash: Buffer;
    state: string;
    nonce: string;
    code_verifier: string;
    next: string;
    user_id: string | null;
    replacedSessionId: string | undefined;
    lifetimeSeconds: number;
  },
): Promise<void> {
  await db.deleteFrom("identity_flows").where("expires_at", "<", sql<Date>`now()`).execute();
  await db
    .insertInto("identity_flows")
    .values({
      ...flow,
      replaces: replacedSessionId ?? null,
      expires_at: secondsFromNowSql(lifetimeSeconds),
    })
    .execute();
}

/**
 * Deletes and returns a sign-in that has begun at an identity provider, so that it can be completed only once. If two
 * requests complete the same sign-in, the second gets undefined.
 */
export function deleteSignInFlow(db: Executor, hash: Buffer) {
  return db
    .deleteFrom("identity_flows")
    .where("hash", "=", hash)
    .returning(["state", "nonce", "code_verifier", "next", "user_id", "replaces"])
    .returning(sql<boolean>`expires_at <= now()`.as("expired"))
    .executeTakeFirst();
}

export async function findUserIdByIdentity(
  db: Executor,
  issuer: string,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("identities")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id;
}

/**
 * Links an identity to an account. Returns false if the account already has an identity of this issuer, or if the
 * identity is already linked to an account.
 */
export async function insertIdentity(
  tx: Executor,
  identity: { issuer: string; subject: string; user_id: string; email: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("identities")
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function listIdentities(db: Executor, issuer: string, userId: string) {
  return db
    .selectFrom("identities")
    .select(["email", "created_at"])
    .where("issuer", "=", issuer)
    .where("user_id", "=", userId)
    .execute();
}

export async function deleteIdentity(tx: Executor, issuer: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("identities")
    .where("issuer", "=", issuer)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Confirms an account because the issuer vouches for its e-mail address. Deletes a password that was never
 * confirmed by mail.
 */
export async function confirmAccountByIssuer(
  tx: Executor,
  id: string,
  account: { name: string; accepted_terms_version: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ ...account, confirmed_at: sql`now()`, password_hash: null })
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
