import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { findPasswordHashAndActiveSession } from "./session-store.ts";
import { findUserById, lockUser, type SignInUser } from "./store.ts";

/** Finds the caller's account. If there is none, throws the same error as for a forged token. */
export async function findSignedInUser(db: Kysely<DB>, userId: string): Promise<SignInUser> {
  const user = await findUserById(db, userId);
  if (!user) throw new AppError("ERR.TOK0101");
  return user;
}

export const createWrongPasswordError = () =>
  new AppError("AUTH.PASSWORD", { fields: { current_password: "current_password" } });

/**
 * Locks the caller's account until the transaction ends. Throws if the session has ended, for example by a password
 * reset that committed while this call waited for the lock. Otherwise the caller would overwrite the reset.
 */
export async function lockRowOfSignedInUser(
  tx: Kysely<DB>,
  { id, password_hash }: SignInUser,
  sessionId: string,
): Promise<void> {
  await lockUser(tx, id);
  const passwordAndSession = await findPasswordHashAndActiveSession(tx, id, sessionId);
  if (!passwordAndSession?.live) throw new AppError("ERR.TOK0101");
  if (passwordAndSession.password_hash !== password_hash) throw createWrongPasswordError();
}
