import { type Kysely, sql } from "kysely";
import { after } from "../../kit/db/moments.ts";
import type { DB } from "../../kit/db/schema.generated.ts";

type Executor = Kysely<DB>;

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
