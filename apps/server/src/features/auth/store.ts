import type { Language } from "@kakehashi/contract/languages";
import type { StoredSettings } from "@kakehashi/contract/user-settings";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

const signInUserColumns = [
  "id",
  "password_hash",
  "confirmed_at",
  "interface_language",
  "email",
  "name",
  "deleted_at",
  "settings",
  "device_time_zone",
] as const;

export interface SignInUser {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  confirmed_at: Date | null;
  interface_language: Language;
  deleted_at: Date | null;
  settings: StoredSettings;
  device_time_zone: string | null;
}

/** A sign-up whose e-mail address is not confirmed yet. */
export interface PendingSignUp {
  password_hash: string;
  name: string;
  terms_version: string | null;
}

export function findUserByEmail(db: Executor, email: string): Promise<SignInUser | undefined> {
  return db.selectFrom("users").select(signInUserColumns).where("email", "=", email).executeTakeFirst();
}

/**
 * Reads everything for a sign-in in one query: the account with an e-mail address, whether this browser was signed in
 * to the account before, and the newest sign-up if the account is unconfirmed.
 */
export async function findAccountForSignIn(
  db: Executor,
  email: string,
  device: Buffer,
): Promise<
  { user: SignInUser; pendingSignUp: PendingSignUp | undefined; knowsBrowser: boolean } | undefined
> {
  const row = await db
    .selectFrom("users as u")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("mail_links as l")
          .select(["l.password_hash as waiting_hash", "l.name as waiting_name", "l.terms_version"])
          .whereRef("l.user_id", "=", "u.id")
          .where("u.confirmed_at", "is", null)
          .where("l.purpose", "=", "confirm")
          .orderBy("l.created_at", "desc")
          .limit(1)
          .as("w"),
      (joinBuilder) => joinBuilder.onTrue(),
    )
    .select(signInUserColumns.map((column) => `u.${column}` as const))
    .select(["waiting_hash", "waiting_name", "terms_version"])
    .select(
      sql<boolean>`exists (select from sessions s where s.user_id = u.id and s.device = ${device})`.as(
        "knows_browser",
      ),
    )
    .where("u.email", "=", email)
    .executeTakeFirst();
  if (!row) return undefined;
  const { waiting_hash, waiting_name, terms_version, knows_browser: knowsBrowser, ...user } = row;
  const pendingSignUp =
    waiting_hash === null
      ? undefined
      : { password_hash: waiting_hash, name: waiting_name ?? email, terms_version };
  return { user, pendingSignUp, knowsBrowser };
}

export function findUserById(db: Executor, id: string): Promise<SignInUser | undefined> {
  return db.selectFrom("users").select(signInUserColumns).where("id", "=", id).executeTakeFirst();
}

/** Locks the account and returns its password hash, which cannot change before the transaction ends. */
export async function lockUserAndReadPasswordHash(
  tx: Executor,
  id: string,
): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  return row?.password_hash;
}

/** Locks the account until the transaction ends. */
export async function lockUser(tx: Executor, id: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().execute();
}

/** Adds an account for a new e-mail address. Returns undefined if the address has an account. */
export function insertUser(
  db: Executor,
  user: { id: string; email: string; name: string; interface_language: Language; live_endpoint: string },
) {
  return db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
}

export function setPassword(db: Executor, id: string, password_hash: string) {
  return db
    .updateTable("users")
    .set({ password_hash, confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "email", "name", "interface_language"])
    .executeTakeFirst();
}

export function markUserConfirmed(
  db: Executor,
  id: string,
  signUp: { password_hash: string; name: string; accepted_terms_version: string | null },
) {
  return db
    .updateTable("users")
    .set({ ...signUp, confirmed_at: sql`now()` })
    .where("id", "=", id)
    .where("confirmed_at", "is", null)
    .returning("email")
    .executeTakeFirst();
}
