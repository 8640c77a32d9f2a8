import type { Language } from "@kakehashi/contract/languages";
import { type SignInSessionEndReason, signInSessionLifetimeSeconds } from "@kakehashi/contract/sessions";
import type { AccountType, Role } from "@kakehashi/contract/users";
import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";

export function insertSession(
  db: Executor,
  session: { id: string; user_id: string; user_agent: string; ip: string; device: Buffer },
) {
  return db.insertInto("sessions").values(session).execute();
}

/**
 * Locks the account and reads what a new session depends on. `password_hash` cannot change before the transaction ends.
 * `known` is true if the account was signed in with this browser before. The browser is recognised by its cookie, or by
 * its user agent and IP address. `known` is also true at the account's first sign-in, which needs no warning. Returns
 * undefined for a deleted account.
 */
export async function lockUserForNewSession(
  tx: Executor,
  userId: string,
  origin: { device: Buffer; userAgent: string; ip: string },
): Promise<{ password_hash: string | null; known: boolean } | undefined> {
  const { rows } = await sql<{ password_hash: string | null; known: boolean }>`
    select password_hash, (
      exists (select from sessions s where s.user_id = u.id and s.device = ${origin.device})
      or exists (select from sessions s where s.user_id = u.id and s.user_agent = ${origin.userAgent} and s.ip = ${origin.ip})
      or not exists (select from sessions s where s.user_id = u.id)) as known
    from users u where u.id = ${userId} and u.deleted_at is null for share`.execute(tx);
  return rows[0];
}

/** Returns a person's password hash, and whether this session belongs to the person and has not been ended. */
export async function findPasswordHashAndActiveSession(
  db: Executor,
  userId: string,
  sessionId: string,
): Promise<{ password_hash: string | null; live: boolean } | undefined> {
  const { rows } = await sql<{ password_hash: string | null; live: boolean }>`
    select password_hash, exists (
      select from sessions s where s.id = ${sessionId} and s.user_id = u.id and s.revoked_at is null) as live
    from users u where u.id = ${userId}`.execute(db);
  return rows[0];
}

/** Whether a person was ever signed in with the browser that has the name `device`. */
export async function wasSignedInWithBrowser(db: Executor, userId: string, device: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .where("device", "=", device)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function listSessions(db: Executor, userId: string) {
  return db
    .selectFrom("sessions")
    .select(["id", "user_agent", "ip", "created_at", "refreshed_at"])
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("created_at", ">", sql<Date>`now() - make_interval(secs => ${signInSessionLifetimeSeconds})`)
    .orderBy("refreshed_at", "desc")
    .limit(100)
    .execute();
}

/** Adds a refresh token, which expires with its session, `lifetimeSeconds` after the sign-in. */
export async function insertRefreshToken(
  db: Executor,
  { hash, session_id, lifetimeSeconds }: { hash: Buffer; session_id: string; lifetimeSeconds: number },
): Promise<void> {
  await sql`
    insert into refresh_tokens (hash, session_id, expires_at)
    select ${hash}, id, created_at + make_interval(secs => ${lifetimeSeconds}) from sessions where id = ${session_id}`.execute(
    db,
  );
}

/** Locks the token's row, so that the second of two requests with the same token waits for the first. */
export function lockRefreshToken(db: Executor, hash: Buffer) {
  return db
    .selectFrom("refresh_tokens")
    .innerJoin("sessions", "sessions.id", "refresh_tokens.session_id")
    .select([
      "sessions.id as session_id",
      "sessions.user_id",
      "sessions.revoked_at",
      "end_reason",
      "plain_cookies",
      "successor",
    ])
    .select((eb) => [
      eb("refresh_tokens.expires_at", "<=", sql<Date>`now()`).as("expired"),
      sql<number | null>`extract(epoch from clock_timestamp() - refresh_tokens.used_at)::float8`.as(
        "used_for",
      ),
    ])
    .where("hash", "=", hash)
    .forUpdate("refresh_tokens")
    .executeTakeFirst();
}

/**
 * Marks a refresh token as used and stores its encrypted successor. If the same token is used again within
 * `graceSeconds`, the client gets the same successor. Deletes the successors of tokens that were used earlier, so that
 * the server can no longer return them.
 */
export async function markRefreshTokenUsed(
  db: Executor,
  {
    hash,
    sessionId,
    successor,
    graceSeconds,
    isFromPlainCookie,
  }: { hash: Buffer; sessionId: string; successor: Buffer; graceSeconds: number; isFromPlainCookie: boolean },
): Promise<void> {
  await sql`
    update refresh_tokens set successor = null
    where session_id = ${sessionId} and successor is not null
      and used_at < clock_timestamp() - make_interval(secs => ${graceSeconds})`.execute(db);
  await db
    .updateTable("refresh_tokens")
    .set({ used_at: sql`clock_timestamp()`, successor })
    .where("hash", "=", hash)
    .execute();
  await db
    .updateTable("sessions")
    .set({ refreshed_at: sql`now()`, ...(isFromPlainCookie && { plain_cookies: false }) })
    .where("id", "=", sessionId)
    .execute();
}

/** Why a session was ended. A session that expires by itself has no reason. */
export type StoredEndReason = Exclude<SignInSessionEndReason, "expired"> | "sign-out" | "replaced";

/**
 * Ends a session. Returns a row with the `user_id` of its owner if this call ended the session, and undefined
 * otherwise. With `ownerId`, ends only a session of that person.
 */
export function revokeSession(db: Executor, id: string, reason: StoredEndReason, ownerId?: string) {
  return db
    .updateTable("sessions")
    .set({ revoked_at: sql`now()`, end_reason: reason })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .$if(ownerId !== undefined, (query) => query.where("user_id", "=", ownerId ?? ""))
    .returning("user_id")
    .executeTakeFirst();
}

/** Ends all sessions of a person except `keptSessionId`. Returns a row with the id of each ended session. */
export function revokeSessions(
  db: Executor,
  userId: string,
  reason: StoredEndReason,
  keptSessionId: string | null,
) {
  return db
    .updateTable("sessions")
    .set({ revoked_at: sql`now()`, end_reason: reason })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .$if(keptSessionId !== null, (query) => query.where("id", "<>", keptSessionId ?? ""))
    .returning("id")
    .execute();
}

/** Finds the id of the session that a refresh token belongs to. The token may be used already. */
export async function findRefreshTokenSessionId(db: Executor, hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom("refresh_tokens")
    .select("session_id")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row?.session_id;
}

export interface ActiveSession {
  user_id: string;
  role: Role;
  writingLanguage: Language;
  is_blocked: boolean;
  live_endpoint: string;
  plain_cookies: boolean;
  account_type: AccountType | null;
  working_language: Language | null;
}

export async function findActiveSession(db: Executor, id: string): Promise<ActiveSession | undefined> {
  const { rows } = await sql<ActiveSession>`
    select u.id as user_id, u.role, coalesce(u.working_language, u.interface_language) as "writingLanguage",
      u.blocked_at is not null as is_blocked, u.live_endpoint, u.account_type, u.working_language, s.plain_cookies
    from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and s.revoked_at is null and u.deleted_at is null
      and s.created_at > now() - make_interval(secs => ${signInSessionLifetimeSeconds})`.execute(db);
  return rows[0];
}
