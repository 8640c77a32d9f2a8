import type { Language } from "@kakehashi/contract/languages";
import type { AccountType, Role } from "@kakehashi/contract/users";
import { type Kysely, sql } from "kysely";
import { after } from "../../kit/db/moments.ts";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

export function insertSession(
  db: Executor,
  session: { id: string; user_id: string; user_agent: string; ip: string; device: Buffer },
) {
  return db.insertInto("sessions").values(session).execute();
}

/**
 * Whether this browser has been signed in before, by its own name or by looking like one that was. True for an account
 * that has never been signed in at all: there is nobody to warn.
 */
export async function knowsDevice(
  db: Executor,
  userId: string,
  seen: { device: Buffer; userAgent: string; ip: string },
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select count(*) = 0 or bool_or(device = ${seen.device} or (user_agent = ${seen.userAgent} and ip = ${seen.ip})) as known
    from sessions where user_id = ${userId}`.execute(db);
  return rows[0]?.known ?? true;
}

export function listSessions(db: Executor, userId: string) {
  return db
    .selectFrom("sessions")
    .select(["id", "user_agent", "ip", "created_at", "refreshed_at"])
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .orderBy("refreshed_at", "desc")
    .limit(100)
    .execute();
}

export function insertRefreshToken(
  db: Executor,
  { lifetime, ...token }: { hash: Buffer; session_id: string; lifetime: number },
) {
  return db
    .insertInto("refresh_tokens")
    .values({ ...token, expires_at: after(lifetime) })
    .execute();
}

/** Locks the token's row, so that two who show the same one are served one after the other. */
export function lockRefreshToken(db: Executor, hash: Buffer) {
  return db
    .selectFrom("refresh_tokens")
    .innerJoin("sessions", "sessions.id", "refresh_tokens.session_id")
    .select(["sessions.id as session_id", "sessions.user_id", "sessions.revoked_at"])
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

export async function spendRefreshToken(db: Executor, hash: Buffer, sessionId: string): Promise<void> {
  await db
    .updateTable("refresh_tokens")
    .set({ used_at: sql`coalesce(used_at, now())` })
    .where("hash", "=", hash)
    .execute();
  await db.updateTable("sessions").set({ refreshed_at: sql`now()` }).where("id", "=", sessionId).execute();
}

/** Answers whose session it was, if this ended it; with `owner`, only if it is theirs. */
export function revokeSession(db: Executor, id: string, owner?: string) {
  return db
    .updateTable("sessions")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .$if(owner !== undefined, (query) => query.where("user_id", "=", owner ?? ""))
    .returning("user_id")
    .executeTakeFirst();
}

/** Ends all of a person's sessions but `except`, and answers which. */
export function revokeSessions(db: Executor, userId: string, except: string | null) {
  return db
    .updateTable("sessions")
    .set({ revoked_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .$if(except !== null, (query) => query.where("id", "<>", except ?? ""))
    .returning("id")
    .execute();
}

export interface LiveSession {
  user_id: string;
  role: Role;
  writes: Language;
  blocked: boolean;
  live_endpoint: string;
  account_type: AccountType | null;
  working_language: Language | null;
}

export async function findLiveSession(db: Executor, id: string): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`
    select u.id as user_id, u.role, coalesce(u.working_language, u.interface_language) as writes,
      u.blocked_at is not null as blocked, u.live_endpoint, u.account_type, u.working_language
    from sessions s join users u on u.id = s.user_id
    where s.id = ${id} and s.revoked_at is null`.execute(db);
  return rows[0];
}
