import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { secondsFromNowSql } from "../../kit/db/moments.ts";
import type { EncryptedSecret } from "../../kit/secrets.ts";
import type { StoredTotpSecret } from "./second-factor.ts";

export function findTwoStep(db: Executor, userId: string) {
  return db
    .selectFrom("two_step")
    .select(["secret", "key_id", "confirmed_at"])
    .select((eb) =>
      eb
        .selectFrom("recovery_codes")
        .select((codes) => codes.fn.countAll<number>().as("left"))
        .whereRef("recovery_codes.user_id", "=", "two_step.user_id")
        .where("used_at", "is", null)
        .as("codes_left"),
    )
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/**
 * Stores an unconfirmed TOTP secret, replacing an earlier unconfirmed one. Returns false if a confirmed
 * secret exists.
 */
export async function saveUnconfirmedTotpSecret(
  db: Executor,
  userId: string,
  { value: secret, key_id }: EncryptedSecret,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("two_step")
    .values({ user_id: userId, secret, key_id })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret, key_id, last_step: 0, created_at: sql`now()` })
        .where("two_step.confirmed_at", "is", null),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const reencryptBatchSize = 500;

/**
 * Encrypts all TOTP secrets that use an older key again with the newest key, in batches. Skips a secret that its owner
 * has replaced since the batch was read.
 */
export async function reencryptTotpSecrets(
  db: Executor,
  keyId: string,
  reencryptSecret: (storedSecret: StoredTotpSecret, userId: string) => EncryptedSecret,
): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom("two_step")
      .select(["user_id", "secret", "key_id"])
      .where("key_id", "is distinct from", keyId)
      .limit(reencryptBatchSize)
      .execute();
    for (const { user_id, secret: oldSecret, key_id: from } of rows) {
      const { value: secret, key_id } = reencryptSecret({ key_id: from, value: oldSecret }, user_id);
      await db
        .updateTable("two_step")
        .set({ secret, key_id })
        .where("user_id", "=", user_id)
        .where("secret", "=", oldSecret)
        .execute();
    }
    if (rows.length < reencryptBatchSize) return;
  }
}

/** Confirms the TOTP secret. Returns false if it was already confirmed. */
export async function markTotpSecretConfirmed(tx: Executor, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("two_step")
    .set({ confirmed_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Marks the code of a time step as used, and invalidates all earlier codes. Returns false if the code was
 * already used.
 */
export async function markTimeStepUsed(tx: Executor, userId: string, timeStep: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("two_step")
    .set({ last_step: timeStep })
    .where("user_id", "=", userId)
    .where("last_step", "<", timeStep)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function replaceRecoveryCodes(
  tx: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute();
}

/**
 * Marks a recovery code as used, so that the code works once. `hashes` are the possible hashes of this one code.
 * Returns false if the code is wrong or was already used. Codes exist only while the second sign-in step is on.
 */
export async function markRecoveryCodeUsed(
  tx: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("hash", "in", hashes)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Switches the second sign-in step off. Returns false if the step was not on. */
export async function removeTwoStep(tx: Executor, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("two_step")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Adds a challenge for a second sign-in step. Also deletes expired challenges. */
export async function insertChallenge(
  db: Executor,
  {
    lifetimeSeconds,
    ...challenge
  }: { hash: Buffer; user_id: string; password_hash: string | null; lifetimeSeconds: number },
): Promise<void> {
  await db.deleteFrom("sign_in_challenges").where("expires_at", "<", sql<Date>`now()`).execute();
  await db
    .insertInto("sign_in_challenges")
    .values({ ...challenge, expires_at: secondsFromNowSql(lifetimeSeconds) })
    .execute();
}

export function findChallenge(db: Executor, hash: Buffer, maximumTries: number) {
  return db
    .selectFrom("sign_in_challenges")
    .select(["user_id", "password_hash"])
    .where("hash", "=", hash)
    .where("expires_at", ">", sql<Date>`now()`)
    .where("tries", "<", maximumTries)
    .executeTakeFirst();
}

/**
 * Counts an attempt to answer the challenge of a second sign-in step. Call this before the code is checked, so that a
 * hundred parallel attempts count as a hundred. Returns false if no attempt is left.
 */
export async function countChallengeAttempt(
  db: Executor,
  hash: Buffer,
  maximumTries: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sign_in_challenges")
    .set({ tries: sql`tries + 1` })
    .where("hash", "=", hash)
    .where("tries", "<", maximumTries)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the challenge of a second sign-in step. Returns false if another request deleted it first. */
export async function deleteChallenge(tx: Executor, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("sign_in_challenges")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
