import { LRUCache } from "lru-cache";

/**
 * Maximum number of different keys whose events are counted in memory. Beyond it, the key that was used least recently
 * is dropped. The next event of a dropped key counts as its first.
 */
const maximumCountedKeys = 10_000;
const hourMs = 60 * 60 * 1000;

/**
 * Returns a function that decides whether to log a repeated event. It returns true for the 1st, 2nd, 4th, 8th … call
 * with the same key within an hour of the key's first call. The counts are kept in this process's memory.
 */
export function createLogSampler(): (key: string) => boolean {
  const eventCounts = new LRUCache<string, number>({ max: maximumCountedKeys, ttl: hourMs });
  return (key) => {
    const count = (eventCounts.get(key) ?? 0) + 1;
    eventCounts.set(key, count, { noUpdateTTL: true });
    return (count & (count - 1)) === 0;
  };
}
