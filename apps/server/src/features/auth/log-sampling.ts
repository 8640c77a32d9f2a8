import { LRUCache } from "lru-cache";

/** Keys remembered at most. A forgotten one starts again at 1. */
const maximumKeys = 10_000;
const hourMs = 60 * 60 * 1000;

/**
 * Returns true for the 1st, 2nd, 4th, 8th … call with a key within an hour of its first call. The counts are
 * kept in this process's memory.
 */
export function createLogSampling(): (key: string) => boolean {
  const counts = new LRUCache<string, number>({ max: maximumKeys, ttl: hourMs });
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count, { noUpdateTTL: true });
    return (count & (count - 1)) === 0;
  };
}
