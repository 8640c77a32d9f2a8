import type { Language } from "@kakehashi/contract/languages";
import type { AccountType, Role } from "@kakehashi/contract/users";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

const signInUser = [
  "id",
  "password_hash",
  "confirmed_at",
  "interface_language",
  "email",
  "deleted_at",
  "settings",
] as const;

export interface SignInUser {
  id: string;
  email: string;
  password_hash: string | null;
  confirmed_at: Date | null;
  interface_language: string;
  deleted_at: Date | null;
  settings: unknown;
}

/** The newest sign-up of an address that is not confirmed yet. */
export interface WaitingSignUp {
  password_hash: string;
  name: string;
  terms_version: string | null;
}

export function findUserByEmail(db: Executor, email: string): Promise<SignInUser | undefined> {
  return db.selectFrom("users").select(signInUser).where("email", "=", email).executeTakeFirst();
}

/**
 * What a sign-in compares with, in one look whoever it is: the account of an address and, until it is confirmed, the
 * newest sign-up that waits.
 */
export async function findForSignIn(
  db: Executor,
  email: string,
): Promise<{ user: SignInUser; waiting: WaitingSignUp | undefined } | undefined> {
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
      (join) => join.onTrue(),
    )
    .select(signInUser.map((column) => `u.${column}` as const))
    .select(["waiting_hash", "waiting_name", "terms_version"])
    .where("u.email", "=", email)
    .executeTakeFirst();
  if (!row) return undefined;
  const { waiting_hash, waiting_name, terms_version, ...user } = row;
  if (waiting_hash === null) return { user, waiting: undefined };
  return { user, waiting: { password_hash: waiting_hash, name: waiting_name ?? email, terms_version } };
}

export function findUserById(db: Executor, id: string): Promise<SignInUser | undefined> {
  return db.selectFrom("users").select(signInUser).where("id", "=", id).executeTakeFirst();
}

/** The account's password as it stands; it cannot change before the transaction ends. */
export async function holdPassword(tx: Executor, id: string): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  return row?.password_hash;
}

/** What concerns one account is done one after the other until the transaction ends. */
export async function lockUser(tx: Executor, id: string): Promise<void> {
  await tx.selectFrom("users").select("id").where("id", "=", id).forUpdate().execute();
}

/** A moment that many seconds from now, by the database's clock, which also decides when it is over. */
const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Adds the address if it is new; answers nothing where it is known. */
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

export function insertMailLink(
  db: Executor,
  {
    lifetime,
    ...link
  }: {
    hash: Buffer;
    user_id: string;
    purpose: "confirm" | "reset";
    /** Seconds. */
    lifetime: number;
    password_hash?: string;
    name?: string;
    terms_version?: string | null;
  },
) {
  return db
    .insertInto("mail_links")
    .values({ ...link, expires_at: after(lifetime) })
    .execute();
}

/** How many links of a purpose an account was sent within the last hour. */
export async function countMailLinks(db: Executor, userId: string, purpose: "reset"): Promise<number> {
  const { count } = await db
    .selectFrom("mail_links")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** No link that was mailed before works any more. */
export function spendMailLinks(db: Executor, userId: string) {
  return db
    .updateTable("mail_links")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}

export function setPassword(db: Executor, id: string, password_hash: string) {
  return db
    .updateTable("users")
    .set({ password_hash, confirmed_at: sql`coalesce(confirmed_at, now())` })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["id", "email", "interface_language"])
    .executeTakeFirst();
}

/** Spends a link: of two that try at once, one gets it. */
export function useMailLink(db: Executor, hash: Buffer, purpose: "confirm" | "reset") {
  return db
    .updateTable("mail_links")
    .set({ used_at: sql`now()` })
    .where("hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id", "password_hash", "name", "terms_version"])
    .executeTakeFirst();
}

export function confirmUser(
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
