import { networkOf } from "./network.ts";

export interface AllowanceOptions {
  /** How much an address may take at once. */
  burst: number;
  /** How much it is given back in a second. */
  perSecond: number;
  /** Addresses remembered at most, those seen longest ago forgotten first. */
  capacity?: number;
  /** Milliseconds. */
  now?: () => number;
}

export interface Allowance {
  /** Whether this address may go on; each time it may, its allowance is one less. */
  take(address: string): boolean;
}

/** So much work for each household or office: one that asks for more waits, and the others are served. */
export function createAllowance(options: AllowanceOptions): Allowance {
  const { burst, perSecond, capacity = 10_000, now = Date.now } = options;
  const spent = new Map<string, { amount: number; at: number }>();
  return {
    take(address) {
      const key = networkOf(address);
      const time = now();
      const before = spent.get(key);
      const amount = before ? Math.max(0, before.amount - ((time - before.at) / 1000) * perSecond) : 0;
      const allowed = amount + 1 <= burst;
      spent.delete(key);
      spent.set(key, { amount: allowed ? amount + 1 : amount, at: time });
      const [oldest] = spent.keys();
      if (spent.size > capacity && oldest !== undefined) spent.delete(oldest);
      return allowed;
    },
  };
}
