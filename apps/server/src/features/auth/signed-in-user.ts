import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { findProofs } from "./session-store.ts";
import { findUserById, lockUser, type SignInUser } from "./store.ts";

/** The account that a caller's token speaks for. A token without one is refused as if it were not ours. */
export async function signedInUser(db: Kysely<DB>, userId: string): Promise<SignInUser> {
  const user = await findUserById(db, userId);
  if (!user) throw new AppError("ERR.TOK0101");
  return user;
}

export const wrongPassword = () =>
  new AppError("AUTH.PASSWORD", { fields: { current_password: "current_password" } });

/**
 * Locks the account of a caller until the transaction ends, for what their session or password allowed a moment ago. A
 * reset that committed since has ended that session and changed that password: what it found may not be written over.
 */
export async function holdSignedIn(
  tx: Kysely<DB>,
  { id, password_hash }: SignInUser,
  sessionId: string,
): Promise<void> {
  await lockUser(tx, id);
  const now = await findProofs(tx, id, sessionId);
  if (!now?.live) throw new AppError("ERR.TOK0101");
  if (now.password_hash !== password_hash) throw wrongPassword();
}
