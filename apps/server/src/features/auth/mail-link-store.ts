import { sql } from "kysely";
import type { Executor } from "../../kit/db/database.ts";
import { secondsFromNowSql } from "../../kit/db/moments.ts";
import { lockUser } from "./store.ts";

export function insertMailLink(
  db: Executor,
  {
    lifetimeSeconds,
    ...link
  }: {
    hash: Buffer;
    user_id: string;
    purpose: "confirm" | "reset";
    lifetimeSeconds: number;
    password_hash?: string;
    name?: string;
    terms_version?: string | null;
  },
) {
  return db
    .insertInto("mail_links")
    .values({ ...link, expires_at: secondsFromNowSql(lifetimeSeconds) })
    .execute();
}

/**
 * Returns how many unused links for one purpose (such as a password reset) were mailed to an account in the last hour.
 * If there are many, the caller mails no further link, because strangers can request links too. When one link is used,
 * all links of the account count as used, so the owner can request a new one at once.
 */
export async function countUnusedMailLinksOfLastHour(
  db: Executor,
  userId: string,
  purpose: "reset",
): Promise<number> {
  const { count } = await db
    .selectFrom("mail_links")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Invalidates all links that were mailed to this account. */
export function invalidateMailLinks(db: Executor, userId: string) {
  return db
    .updateTable("mail_links")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}

/**
 * Marks a mailed link as used, so that the link works once. Locks the account first, like every transaction that
 * invalidates links. Otherwise two requests with different links of one account could deadlock.
 */
export async function markMailLinkUsed(tx: Executor, hash: Buffer, purpose: "confirm" | "reset") {
  const linkRow = await tx
    .selectFrom("mail_links")
    .select("user_id")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!linkRow) return undefined;
  await lockUser(tx, linkRow.user_id);
  return tx
    .updateTable("mail_links")
    .set({ used_at: sql`now()` })
    .where("hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["user_id", "password_hash", "name", "terms_version"])
    .executeTakeFirst();
}

/** Finds a mailed link, used or not, with its account. */
export function findMailLink(db: Executor, hash: Buffer, purpose: "confirm" | "reset") {
  return db
    .selectFrom("mail_links as l")
    .innerJoin("users as u", "u.id", "l.user_id")
    .select(["l.user_id", "l.password_hash", "l.name", "l.terms_version", "l.used_at"])
    .select(["u.email", "u.interface_language", "u.confirmed_at"])
    .select(sql<boolean>`l.expires_at <= now()`.as("expired"))
    .where("l.hash", "=", hash)
    .where("l.purpose", "=", purpose)
    .executeTakeFirst();
}
