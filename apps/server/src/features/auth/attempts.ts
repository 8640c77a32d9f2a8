import { createHash } from "node:crypto";
import { freeFailures } from "@kakehashi/contract/auth";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { networkOf } from "../../kit/http/network.ts";

/**
 * `free` failures cost nothing. After that each one costs a wait of `first` seconds, doubled by every further failure up
 * to `longest` seconds.
 */
const counters = {
  /** One browser or session that belongs to the account. Strangers' failures never slow it. */
  device: { free: freeFailures, first: 30, longest: 15 * 60 },
  /** One network at whatever account. Gentle, because a whole office may share it. */
  network: { free: freeFailures, first: 1, longest: 60 },
  /** One network at one account. */
  pair: { free: freeFailures, first: 30, longest: 15 * 60 },
  /** All strangers at one account: guessing from many networks stays slow, and a few of them keep nobody out. */
  strangers: { free: 20, first: 30, longest: 15 * 60 },
} as const;
type Counter = keyof typeof counters;

/** Seconds without a failure after which all is forgotten. */
const memory = 60 * 60;

/** Who tries to give an account's password or code. */
export interface Guesser {
  ip: string;
  /** The name of a browser or session that this account was signed in with before; null for a stranger. */
  known: string | null;
}

/** Somebody signed in who gives their password or code once more. */
export interface SignedInGuesser extends Guesser {
  /** Their session. */
  known: string;
}

/** Guesses at a secret, counted in the database so that every process slows the same guesser down. */
export interface Attempts {
  /**
   * Counts an attempt as failed before it is made, so that a hundred at once are a hundred. Throws AUTH.SLOWED with the
   * seconds left where the guesser has to wait; such an attempt is not counted.
   */
  take(account: string, guesser: Guesser): Promise<void>;
  /** The guess was right: the guesser's own count starts anew, and the shared counts get this attempt back. */
  succeed(account: string, guesser: Guesser): Promise<void>;
  /** Forgets all failures at an account, except those that count for a network. */
  unlock(account: string): Promise<void>;
}

interface Count {
  counter: Counter;
  key: Buffer;
}

const hashOf = (...parts: string[]) => createHash("sha256").update(parts.join(":")).digest();

export function createAttempts(db: Kysely<DB>, options: { slowAddresses: boolean }): Attempts {
  /** Always in this order, so that two attempts never wait for each other's rows. */
  function countsOf(account: string, { ip, known }: Guesser): Count[] {
    const of = (counter: Counter, ...parts: string[]): Count => ({ counter, key: hashOf(counter, ...parts) });
    if (known !== null) return [of("device", account, known)];
    const network = networkOf(ip);
    return [
      ...(options.slowAddresses ? [of("network", network)] : []),
      of("pair", account, network),
      of("strangers", account),
    ];
  }

  /** Throws AUTH.SLOWED where one of the counts refuses; the others may have been raised by then. */
  async function raise(tx: Kysely<DB>, account: string, counts: readonly Count[]): Promise<void> {
    const limits = counts.map(({ counter }) => counters[counter]);
    const { rows } = await sql<{ refused: number; wait: number }>`
      with asked as (
        select * from unnest(${counts.map(({ key }) => key)}::bytea[],
          ${counts.map(({ counter }) => counter !== "network")}::boolean[], ${limits.map(({ free }) => free)}::integer[],
          ${limits.map(({ first }) => first)}::float8[], ${limits.map(({ longest }) => longest)}::float8[])
          with ordinality as row(key, owned, free, first, longest, place)
      ), counted as (
        insert into attempts as a (key, account, failures, last_at, open_at)
        select key, case when owned then ${hashOf("account", account)}::bytea end, 1, clock_timestamp(), clock_timestamp()
        from asked order by place
        on conflict (key) do update set (failures, last_at, open_at) = (
          select n.failures, clock_timestamp(), clock_timestamp() + make_interval(secs => case
            when n.failures < k.free then 0
            else least(k.longest, k.first * power(2, least(n.failures - k.free, 20))) end)
          from asked k, lateral (select case
            when a.last_at < clock_timestamp() - make_interval(secs => ${memory}) then 1 else a.failures + 1 end as failures) n
          where k.key = a.key)
        where a.open_at <= clock_timestamp()
        returning key
      )
      select count(*)::integer as refused,
        coalesce(max(extract(epoch from a.open_at - clock_timestamp())), 0)::float8 as wait
      from asked k left join attempts a using (key) where not exists (select from counted c where c.key = k.key)`.execute(
      tx,
    );
    const [row] = rows;
    if (row && row.refused > 0)
      throw new AppError("AUTH.SLOWED", { retryAfter: Math.max(1, Math.ceil(row.wait)) });
  }

  return {
    async take(account, guesser) {
      const counts = countsOf(account, guesser);
      // All or none: an attempt that one count refuses does not make the others grow.
      if (counts.length === 1) await raise(db, account, counts);
      else await db.transaction().execute((tx) => raise(tx, account, counts));
    },
    async succeed(account, guesser) {
      const counts = countsOf(account, guesser);
      const keys = counts.map(({ key }) => key);
      const own = counts.map(({ counter }) => counter === "device" || counter === "pair");
      await sql`
        with held as materialized (
          select a.key, k.own from attempts a
          join unnest(${keys}::bytea[], ${own}::boolean[]) with ordinality as k(key, own, place) using (key)
          order by k.place for update of a
        ), forgotten as (
          delete from attempts where key in (select key from held where own)
        )
        update attempts set failures = greatest(failures - 1, 0), open_at = clock_timestamp()
        where key in (select key from held where not own)`.execute(db);
    },
    async unlock(account) {
      await db.deleteFrom("attempts").where("account", "=", hashOf("account", account)).execute();
    },
  };
}
