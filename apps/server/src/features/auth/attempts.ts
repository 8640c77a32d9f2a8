import { createHash } from "node:crypto";
import { failuresBeforeSlowdown } from "@kakehashi/contract/auth";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError } from "../../kit/errors.ts";
import { networkOf } from "../../kit/http/network.ts";

/**
 * Settings for the waits after wrong passwords or codes. After `freeFailures` failures, the next attempt must wait
 * `firstWaitSeconds`. Each further failure doubles the wait, up to `longestWaitSeconds`.
 */
const failureCounters = {
  /**
   * The waits after failed attempts from a browser or session in which the account was signed in before. Each such
   * browser or session has its own count, so strangers' failures do not slow the owner down.
   */
  device: { freeFailures: failuresBeforeSlowdown, firstWaitSeconds: 30, longestWaitSeconds: 15 * 60 },
  /**
   * The waits after failed attempts from one network, counted over all accounts. The limit is lenient, because a whole
   * office may share a network.
   */
  network: { freeFailures: failuresBeforeSlowdown, firstWaitSeconds: 1, longestWaitSeconds: 60 },
  /** The waits after failed attempts from one network against one account. */
  pair: { freeFailures: failuresBeforeSlowdown, firstWaitSeconds: 30, longestWaitSeconds: 15 * 60 },
  /**
   * The waits after failed attempts against one account, counted over all unknown browsers. This slows down guessing
   * from many networks, but a few strangers cannot lock the owner out.
   */
  strangers: { freeFailures: 20, firstWaitSeconds: 30, longestWaitSeconds: 15 * 60 },
} as const;
type FailureCounterName = keyof typeof failureCounters;

/** Seconds without a failure after which the count starts again: the next failure counts as the first. */
const failureCountLifetimeSeconds = 60 * 60;

/** The caller who tries an account's password or code. */
export interface AttemptOrigin {
  ip: string;
  /** Identifies the browser or session if the account was signed in there before. Null for an unknown browser. */
  knownClientName: string | null;
}

/** A signed-in person who enters their password or code again. */
export interface SignedInAttemptOrigin extends AttemptOrigin {
  knownClientName: string;
}

/** Counts guesses at a password or code. All server processes share the counts, because the database stores them. */
export interface AttemptLimiter {
  /**
   * Counts an attempt as failed before the password or code is checked, so that a hundred parallel attempts count as a
   * hundred. Throws AUTH.SLOWED with the seconds to wait if the caller must wait. An attempt that throws is not
   * counted.
   */
  countAttempt(account: string, origin: AttemptOrigin): Promise<void>;
  /**
   * Call this after a right password or code. Resets the caller's own failure count, and subtracts this attempt from
   * the counts that the caller shares with others.
   */
  recordSuccess(account: string, origin: AttemptOrigin): Promise<void>;
  /** Deletes all failure counts of an account, except the counts of networks. */
  deleteFailureCounts(account: string): Promise<void>;
}

interface FailureCount {
  counter: FailureCounterName;
  key: Buffer;
}

const failureKeyOf = (...keyParts: string[]) => createHash("sha256").update(keyParts.join(":")).digest();

export function createAttemptLimiter(db: Kysely<DB>, options: { limitsNetworks: boolean }): AttemptLimiter {
  /**
   * Returns the failure counts of an attempt, always in the same order, so that two attempts that lock their rows
   * cannot deadlock.
   */
  function failureCountsOf(account: string, { ip, knownClientName }: AttemptOrigin): FailureCount[] {
    const failureCountOf = (counter: FailureCounterName, ...keyParts: string[]): FailureCount => ({
      counter,
      key: failureKeyOf(counter, ...keyParts),
    });
    if (knownClientName !== null) return [failureCountOf("device", account, knownClientName)];
    const network = networkOf(ip);
    return [
      ...(options.limitsNetworks ? [failureCountOf("network", network)] : []),
      failureCountOf("pair", account, network),
      failureCountOf("strangers", account),
    ];
  }

  /**
   * Throws AUTH.SLOWED if one of the failure counts requires a wait. Other counts may already be increased, so the
   * caller must then roll back its transaction.
   */
  async function addFailure(
    tx: Kysely<DB>,
    account: string,
    failureCounts: readonly FailureCount[],
  ): Promise<void> {
    const counterLimits = failureCounts.map(({ counter }) => failureCounters[counter]);
    const { rows } = await sql<{ refusal_count: number; wait_seconds: number }>`
      with asked as (
        select * from unnest(${failureCounts.map(({ key }) => key)}::bytea[],
          ${failureCounts.map(({ counter }) => counter !== "network")}::boolean[], ${counterLimits.map((limit) => limit.freeFailures)}::integer[],
          ${counterLimits.map((limit) => limit.firstWaitSeconds)}::float8[], ${counterLimits.map((limit) => limit.longestWaitSeconds)}::float8[])
          with ordinality as row(key, owned, free, first, longest, place)
      ), counted as (
        insert into attempts as a (key, account, failures, last_at, open_at)
        select key, case when owned then ${failureKeyOf("account", account)}::bytea end, 1, clock_timestamp(), clock_timestamp()
        from asked order by place
        on conflict (key) do update set (failures, last_at, open_at) = (
          select n.failures, clock_timestamp(), clock_timestamp() + make_interval(secs => case
            when n.failures < k.free then 0
            else least(k.longest, k.first * power(2, least(n.failures - k.free, 20))) end)
          from asked k, lateral (select case
            when a.last_at < clock_timestamp() - make_interval(secs => ${failureCountLifetimeSeconds}) then 1 else a.failures + 1 end as failures) n
          where k.key = a.key)
        where a.open_at <= clock_timestamp()
        returning key
      )
      select count(*)::integer as refusal_count,
        coalesce(max(extract(epoch from a.open_at - clock_timestamp())), 0)::float8 as wait_seconds
      from asked k left join attempts a using (key) where not exists (select from counted c where c.key = k.key)`.execute(
      tx,
    );
    const [row] = rows;
    if (row && row.refusal_count > 0)
      throw new AppError("AUTH.SLOWED", { retryAfter: Math.max(1, Math.ceil(row.wait_seconds)) });
  }

  return {
    async countAttempt(account, origin) {
      const failureCounts = failureCountsOf(account, origin);
      // If one failure count requires a wait, no count may be increased. So several counts need a transaction, which
      // rolls back. A single count does not.
      if (failureCounts.length === 1) await addFailure(db, account, failureCounts);
      else await db.transaction().execute((tx) => addFailure(tx, account, failureCounts));
    },
    async recordSuccess(account, origin) {
      const failureCounts = failureCountsOf(account, origin);
      const keys = failureCounts.map(({ key }) => key);
      const isOwnCounter = failureCounts.map(({ counter }) => counter === "device" || counter === "pair");
      await sql`
        with held as materialized (
          select a.key, k.own from attempts a
          join unnest(${keys}::bytea[], ${isOwnCounter}::boolean[]) with ordinality as k(key, own, place) using (key)
          order by k.place for update of a
        ), forgotten as (
          delete from attempts where key in (select key from held where own)
        )
        update attempts set failures = greatest(failures - 1, 0), open_at = clock_timestamp()
        where key in (select key from held where not own)`.execute(db);
    },
    async deleteFailureCounts(account) {
      await db.deleteFrom("attempts").where("account", "=", failureKeyOf("account", account)).execute();
    },
  };
}
