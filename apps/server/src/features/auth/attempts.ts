import { createHash } from "node:crypto";
import { freeFailures } from "@kakehashi/contract/auth";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { networkOf } from "../../kit/http/network.ts";

/**
 * What attempts are counted for. `first` and `longest` are seconds: the wait after the fifth failure, doubled by each
 * further one. An address is shared by a whole office, so it is slowed more gently than one account.
 */
const kinds = {
  account: { first: 30, longest: 15 * 60 },
  address: { first: 1, longest: 60 },
} as const;
type Kind = keyof typeof kinds;

/** Seconds without a failure after which all is forgotten. */
const memory = 60 * 60;

/** Guesses at a secret, counted in the database so that every process slows the same guesser down. */
export interface Attempts {
  /**
   * Counts an attempt as failed before it is made, so that a hundred at once are a hundred. Throws AUTH.SLOWED with the
   * seconds left while the account or the address has to wait.
   */
  take(email: string, ip: string): Promise<void>;
  /** It was right: the account starts anew, and the address gets its attempt back. */
  succeed(email: string, ip: string): Promise<void>;
  /** Lets an account's owner try again at once. */
  unlock(email: string): Promise<void>;
}

function keyOf(kind: Kind, value: string): Buffer {
  return createHash("sha256").update(`${kind}:${value}`).digest();
}

export function createAttempts(db: Kysely<DB>, options: { slowAddresses: boolean }): Attempts {
  async function count(kind: Kind, key: Buffer): Promise<void> {
    const { first, longest } = kinds[kind];
    const { rows } = await sql<{ taken: boolean; wait: number }>`
      with counted as (
        insert into attempts as a (key, failures, last_at, open_at) values (${key}, 1, clock_timestamp(), clock_timestamp())
        on conflict (key) do update set
          failures = case when a.last_at < clock_timestamp() - make_interval(secs => ${memory}) then 1 else a.failures + 1 end,
          last_at = clock_timestamp(),
          open_at = clock_timestamp() + make_interval(secs => case
            when a.last_at < clock_timestamp() - make_interval(secs => ${memory}) or a.failures + 1 < ${freeFailures} then 0
            else least(${longest}::float8, ${first}::float8 * power(2, least(a.failures + 1 - ${freeFailures}, 20))) end)
        where a.open_at <= clock_timestamp()
        returning 1
      )
      select exists (select from counted) as taken,
        coalesce((select extract(epoch from open_at - clock_timestamp())::float8 from attempts where key = ${key}), 0) as wait`.execute(
      db,
    );
    const [row] = rows;
    if (!row?.taken)
      throw new AppError("AUTH.SLOWED", { retryAfter: Math.max(1, Math.ceil(row?.wait ?? 1)) });
  }

  return {
    async take(email, ip) {
      // The address first: while it waits, it cannot make the account wait too.
      if (options.slowAddresses) await count("address", keyOf("address", networkOf(ip)));
      await count("account", keyOf("account", email));
    },
    async succeed(email, ip) {
      await db.deleteFrom("attempts").where("key", "=", keyOf("account", email)).execute();
      if (!options.slowAddresses) return;
      await db
        .updateTable("attempts")
        .set({ failures: sql`greatest(failures - 1, 0)`, open_at: sql`clock_timestamp()` })
        .where("key", "=", keyOf("address", networkOf(ip)))
        .execute();
    },
    async unlock(email) {
      await db.deleteFrom("attempts").where("key", "=", keyOf("account", email)).execute();
    },
  };
}
