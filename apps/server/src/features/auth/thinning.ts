/** Networks remembered at most, and for how long. A forgotten one starts again at 1. */
const remembered = 10_000;
const hourMs = 60 * 60 * 1000;

/** Answers true for the 1st, 2nd, 4th, 8th … call with a key within an hour. Kept in this process's memory. */
export function createThinning(now: () => number = Date.now): (key: string) => boolean {
  const counts = new Map<string, number>();
  let since = now();
  return (key) => {
    if (now() - since > hourMs || counts.size >= remembered) {
      counts.clear();
      since = now();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return (count & (count - 1)) === 0;
  };
}
