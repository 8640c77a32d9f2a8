/** Networks remembered at once, and for how long: what is more or longer ago begins anew. */
const remembered = 10_000;
const hourMs = 60 * 60 * 1000;

/** Answers true for the 1st, 2nd, 4th, 8th … time that it is asked about a key within an hour. Kept in memory alone. */
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
