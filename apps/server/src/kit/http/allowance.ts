import { LRUCache } from "lru-cache";

export interface KeyedTokenBucketsOptions {
  /** The maximum amount that one key can use at once. This is the size of the key's token bucket. */
  burst: number;
  /** The amount that is added to a key's token bucket per second. */
  perSecond: number;
  /** Maximum number of keys with a token bucket in memory. The least recently used key is dropped first. */
  maximumKeys?: number;
  /** Returns the current time in milliseconds. */
  now?: () => number;
}

export interface KeyedTokenBuckets {
  /** Whether this key may use `amount` (default 1) now. If so, subtracts the amount from the key's token bucket. */
  trySpend(key: string, amount?: number): boolean;
  /** Returns the seconds until this key may use `amount`. 0: it may do so now. */
  secondsUntilAllowed(key: string, amount?: number): number;
}

/**
 * Limits how fast each key may use something, by one token bucket for each key. A key over its limit must wait. Other
 * keys are not affected.
 */
export function createKeyedTokenBuckets(options: KeyedTokenBucketsOptions): KeyedTokenBuckets {
  const { burst, perSecond, maximumKeys = 10_000, now = Date.now } = options;
  // Creates the cache on first use. A cache reserves its memory at once, and most token buckets of a server are never
  // used.
  let cache: LRUCache<string, { amount: number; at: number }> | undefined;
  const getSpendingByKey = () => (cache ??= new LRUCache({ max: maximumKeys }));

  function currentlySpentAmount(key: string, time: number): number {
    const earlierSpending = getSpendingByKey().peek(key);
    return earlierSpending
      ? Math.max(0, earlierSpending.amount - ((time - earlierSpending.at) / 1000) * perSecond)
      : 0;
  }

  return {
    secondsUntilAllowed(key, amount = 1) {
      const missingAmount = currentlySpentAmount(key, now()) + amount - burst;
      return Math.max(0, Math.ceil(missingAmount / perSecond));
    },

    trySpend(key, amount = 1) {
      const time = now();
      const spentAmount = currentlySpentAmount(key, time);
      const isAllowed = spentAmount + amount <= burst;
      getSpendingByKey().set(key, { amount: isAllowed ? spentAmount + amount : spentAmount, at: time });
      return isAllowed;
    },
  };
}
