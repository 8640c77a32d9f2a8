/** Bytes that a message costs a client it waits for: a place in its queue. The message itself is shared. */
export const referenceBytes = 16;

/** How far one client is behind. */
export interface Backlog {
  /** Milliseconds for which its own socket has been full without taking anything. */
  stalledMs: number;
  /** Bytes of memory that it alone holds. */
  heldBytes: number;
  /** Bytes that it has yet to take. */
  owedBytes: number;
  /** Bytes of messages, shared with others, that were made since the oldest one it has yet to take. */
  sharedBytes: number;
}

/** A phone in a tunnel takes nothing for a few seconds; then it is better served by what `changes?since` answers. */
const usualLimits = {
  stalledMs: 5_000,
  owedBytes: 512 * 1024,
  /** Of all clients of one person. */
  personBytes: 4 * 1024 * 1024,
  /** Of all clients of this process. */
  processBytes: 64 * 1024 * 1024,
  sharedBytes: 64 * 1024 * 1024,
};

/**
 * Which clients to drop so that what waits stays within its bounds: those that took nothing for too long though much
 * waits for them; then, where a person's clients or all together hold too much, the slowest first.
 */
export function tooSlow<L extends Backlog & { person: string }>(
  lags: readonly L[],
  limits = usualLimits,
): L[] {
  const slowestFirst = [...lags].sort(
    (a, b) => b.stalledMs - a.stalledMs || b.sharedBytes - a.sharedBytes || b.heldBytes - a.heldBytes,
  );
  const heldByPerson = new Map<string, number>();
  let held = 0;
  for (const { person, heldBytes } of lags) {
    heldByPerson.set(person, (heldByPerson.get(person) ?? 0) + heldBytes);
    held += heldBytes;
  }
  return slowestFirst.filter((lag) => {
    const personHeldBytes = heldByPerson.get(lag.person) ?? 0;
    const isTooSlow =
      (lag.stalledMs >= limits.stalledMs && lag.owedBytes > limits.owedBytes) ||
      lag.sharedBytes > limits.sharedBytes ||
      personHeldBytes > limits.personBytes ||
      held > limits.processBytes;
    if (!isTooSlow) return false;
    heldByPerson.set(lag.person, personHeldBytes - lag.heldBytes);
    held -= lag.heldBytes;
    return true;
  });
}
