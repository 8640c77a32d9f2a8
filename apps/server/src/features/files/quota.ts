import type { StorageUse } from "@kakehashi/contract/files";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";

/** Quotas in bytes. */
export interface Quotas {
  perPerson: number;
  total: number;
}

export type Quota = ReturnType<typeof createQuota>;

/** A person's storage use and quota. Triggers maintain the sums. */
export function createQuota(db: Kysely<DB>, quotas: Quotas) {
  async function readUse(executor: Kysely<DB>, userId: string) {
    const { rows } = await sql<{ person: number; total: number }>`
      select coalesce((select bytes from storage_used where user_id = ${userId}), 0)::float8 as person,
        (select bytes from storage_total)::float8 as total`.execute(executor);
    return rows[0] ?? { person: 0, total: 0 };
  }

  /** Throws FILE.QUOTA or FILE.QUOTA_TOTAL where more is stored than allowed. */
  async function check(executor: Kysely<DB>, userId: string): Promise<void> {
    const { person, total } = await readUse(executor, userId);
    if (person > quotas.perPerson) throw new AppError("FILE.QUOTA");
    if (total > quotas.total) throw new AppError("FILE.QUOTA_TOTAL");
  }

  const release = (executor: Kysely<DB>, ids: readonly string[]) =>
    executor.deleteFrom("file_reservations").where("id", "in", ids).execute();

  async function listReserved(executor: Kysely<DB>, userId: string): Promise<string[]> {
    const rows = await executor
      .selectFrom("file_reservations")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    return rows.map(({ id }) => id);
  }

  return {
    /** Checked before reading the bytes of a person whose quota is full. */
    requireRoom: (userId: string) => check(db, userId),

    /** Runs `store`, which inserts a file's row, and rolls it back where that exceeds the quota. */
    storeWithinQuota: (userId: string, id: string, store: (tx: Kysely<DB>) => Promise<void>) =>
      db.transaction().execute(async (tx) => {
        await release(tx, [id]);
        await store(tx);
        // Both sums are locked now, so parallel uploads see each other.
        await check(tx, userId);
      }),

    /** Counts a resumable upload. Throws FILE.TOO_MANY_UPLOADS where the person has more than `limitBytes`. */
    reserve: (userId: string, id: string, size: number, limitBytes: number) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto("file_reservations").values({ id, user_id: userId, size }).execute();
        // The person's sum is locked now, so parallel uploads see each other.
        if ((await listReserved(tx, userId)).length > limitBytes) throw new AppError("FILE.TOO_MANY_UPLOADS");
        await check(tx, userId);
      }),

    /** A person's resumable uploads in progress. */
    listReserved: (userId: string) => listReserved(db, userId),

    release: (ids: readonly string[]) => (ids.length > 0 ? release(db, ids) : Promise.resolve([])),

    /** Releases uploads that nobody finished. */
    releaseOlderThan: (hours: number) =>
      sql`delete from file_reservations where created_at < now() - make_interval(hours => ${hours})`.execute(
        db,
      ),

    async readUse(userId: string): Promise<StorageUse> {
      const { person, total } = await readUse(db, userId);
      return { used: person, limit: quotas.perPerson, total_full: total >= quotas.total };
    },
  };
}
