import type { StorageUse } from "@kakehashi/contract/files";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";

/** The maximum storage of each person (`perPerson`) and of all people together (`total`), in bytes. */
export interface QuotaLimits {
  perPerson: number;
  total: number;
}

export type QuotaChecks = ReturnType<typeof createQuota>;

/** Limits for stored data that counts towards no person's quota. Each limit is a share (0 to 1) of a quota. */
const quotaShares = {
  /** Share of a person's quota for the conversations of visitors with the person's bots. */
  talks: 0.1,
  /**
   * Share of a person's quota for the files that strangers sent to the person's bots on outside platforms.
   */
  outsideFiles: 0.5,
  /** Share of the total quota for the translation memory, with its indexes. */
  memory: 0.1,
  /** Share of the total quota for preview pictures of linked pages. */
  previewPictures: 0.01,
} as const;

/** Checks how much storage a person and all people together use. Database triggers update the sums. */
export function createQuota(db: Kysely<DB>, quotas: QuotaLimits) {
  async function readUsedBytes(executor: Kysely<DB>, userId: string) {
    const { rows } = await sql<{ person: number; total: number }>`
      select coalesce((select bytes from storage_used where user_id = ${userId}), 0)::float8 as person,
        (select bytes from storage_total)::float8 as total`.execute(executor);
    return rows[0] ?? { person: 0, total: 0 };
  }

  function requireBelowQuotas({ person, total }: { person: number; total: number }): void {
    if (person > quotas.perPerson) throw new AppError("FILE.QUOTA");
    if (total > quotas.total) throw new AppError("FILE.QUOTA_TOTAL");
  }

  /** Throws FILE.QUOTA if the person has stored more than allowed, and FILE.QUOTA_TOTAL if all people together have. */
  const requireQuotaNotExceeded = async (executor: Kysely<DB>, userId: string): Promise<void> =>
    requireBelowQuotas(await readUsedBytes(executor, userId));

  const releaseReservations = (executor: Kysely<DB>, ids: readonly string[]) =>
    executor.deleteFrom("file_reservations").where("id", "in", ids).execute();

  async function listReservedUploads(executor: Kysely<DB>, userId: string): Promise<string[]> {
    const rows = await executor
      .selectFrom("file_reservations")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    return rows.map(({ id }) => id);
  }

  return {
    /** The limits in bytes for stored data that counts towards no person's quota. */
    bounds: {
      talks: quotaShares.talks * quotas.perPerson,
      outsideFiles: quotaShares.outsideFiles * quotas.perPerson,
      memory: quotaShares.memory * quotas.total,
      previewPictures: quotaShares.previewPictures * quotas.total,
    },

    /** Throws if a person's quota is full. Call this before reading an upload's bytes. */
    requireFreeSpace: (userId: string) => requireQuotaNotExceeded(db, userId),

    /**
     * Runs `insertFileRow` in a transaction to insert a file's row. If the file exceeds the quota, throws and rolls the
     * transaction back.
     */
    storeWithinQuota: (userId: string, id: string, insertFileRow: (tx: Kysely<DB>) => Promise<void>) =>
      db.transaction().execute(async (tx) => {
        await releaseReservations(tx, [id]);
        await insertFileRow(tx);
        // The insert has locked the row with the person's sum and the row with everybody's sum. A parallel upload waits
        // for these locks and then sees both new sums.
        await requireQuotaNotExceeded(tx, userId);
      }),

    /**
     * Runs `writeTexts`, which writes a person's texts in the caller's transaction. Throws if the texts then exceed the
     * quota; the caller's transaction must roll back. Never throws if the person's texts have not grown.
     */
    async storeTexts<T>(tx: Kysely<DB>, userId: string, writeTexts: () => Promise<T>): Promise<T> {
      const usedBytesBefore = await readUsedBytes(tx, userId);
      const result = await writeTexts();
      // The write has locked the sums that it increased. A parallel write waits for these locks and then sees the new
      // sums.
      const usedBytesAfter = await readUsedBytes(tx, userId);
      if (usedBytesAfter.person > usedBytesBefore.person) requireBelowQuotas(usedBytesAfter);
      return result;
    },

    /**
     * Reserves quota for a resumable upload. Throws FILE.TOO_MANY_UPLOADS if the person already has
     * `maximumUploads` unfinished uploads.
     */
    reserve: (userId: string, id: string, size: number, maximumUploads: number) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto("file_reservations").values({ id, user_id: userId, size }).execute();
        // The insert has locked the row with the sum of the person's reserved bytes. A parallel upload waits for this
        // lock and then sees the new sum.
        if ((await listReservedUploads(tx, userId)).length > maximumUploads)
          throw new AppError("FILE.TOO_MANY_UPLOADS");
        await requireQuotaNotExceeded(tx, userId);
      }),

    /** Returns the ids of a person's unfinished resumable uploads. */
    listReserved: (userId: string) => listReservedUploads(db, userId),

    release: (ids: readonly string[]) =>
      ids.length > 0 ? releaseReservations(db, ids) : Promise.resolve([]),

    /** Releases the reserved quota of uploads that began more than `hours` ago. */
    releaseOlderThan: (hours: number) =>
      sql`delete from file_reservations where created_at < now() - make_interval(hours => ${hours})`.execute(
        db,
      ),

    async readUse(userId: string): Promise<StorageUse> {
      const { person, total } = await readUsedBytes(db, userId);
      return { used: person, limit: quotas.perPerson, total_full: total >= quotas.total };
    },
  };
}
