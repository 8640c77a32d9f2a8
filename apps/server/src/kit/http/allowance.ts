import { LRUCache } from "lru-cache";

export interface AllowanceOptions {
  /** How much one key may take at once. */
  burst: number;
  /** How much it is given back in a second. */
  perSecond: number;
  /** Keys remembered at most, those seen longest ago forgotten first. */
  capacity?: number;
  /** Milliseconds. */
  now?: () => number;
}

export interface Allowance {
  /** Whether this key may go on; if it may, its allowance is `amount` less, which is 1 where it is left out. */
  take(key: string, amount?: number): boolean;
  /** Seconds after which this key may take `amount`; 0 for now. */
  secondsUntil(key: string, amount?: number): number;
}

/** So much for each key: one that asks for more waits, and the others are served. */
export function createAllowance(options: AllowanceOptions): Allowance {
  const { burst, perSecond, capacity = 10_000, now = Date.now } = options;
  const spentByKey = new LRUCache<string, { amount: number; at: number }>({ max: capacity });

  function spentBy(key: string, time: number): number {
    const before = spentByKey.peek(key);
    return before ? Math.max(0, before.amount - ((time - before.at) / 1000) * perSecond) : 0;
  }

  return {
    secondsUntil(key, amount = 1) {
      const missing = spentBy(key, now()) + amount - burst;
      return Math.max(0, Math.ceil(missing / perSecond));
    },

    take(key, amount = 1) {
      const time = now();
      const already = spentBy(key, time);
      const allowed = already + amount <= burst;
      spentByKey.set(key, { amount: allowed ? already + amount : already, at: time });
      return allowed;
    },
  };
}
