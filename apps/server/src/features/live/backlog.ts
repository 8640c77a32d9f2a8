/** Bytes that a queued message costs one client: only a reference. All clients share the message. */
export const referenceBytes = 16;

/** How far one client is behind. */
export interface Backlog {
  /** For how many milliseconds the client's full socket has accepted no bytes. */
  stalledMs: number;
  /** Memory that only this client uses. */
  ownMemoryBytes: number;
  /** Bytes that the client has not been sent yet. */
  unsentBytes: number;
  /** Bytes of shared messages since the oldest one that the client has not been sent. */
  sharedBytes: number;
}

/**
 * A phone in a tunnel stalls for a few seconds. A client that stalls longer catches up faster by
 * `changes?since`.
 */
const usualLimits = {
  stalledMs: 5_000,
  unsentBytes: 512 * 1024,
  /** The most unsent bytes of all clients of one person. */
  personBytes: 4 * 1024 * 1024,
  /** The most unsent bytes of all clients of this process. */
  processBytes: 64 * 1024 * 1024,
  sharedBytes: 64 * 1024 * 1024,
};

/**
 * Chooses the clients to drop, so that queues stay within their limits. It first chooses clients that
 * stalled for too long with much to send. If a person's clients or all clients still use too much memory, it
 * chooses the slowest.
 */
export function chooseSlowest<L extends Backlog & { person: string }>(
  backlogs: readonly L[],
  limits = usualLimits,
): L[] {
  const slowestFirst = [...backlogs].sort(
    (a, b) =>
      b.stalledMs - a.stalledMs || b.sharedBytes - a.sharedBytes || b.ownMemoryBytes - a.ownMemoryBytes,
  );
  const heldByPerson = new Map<string, number>();
  let totalHeldBytes = 0;
  for (const { person, ownMemoryBytes } of backlogs) {
    heldByPerson.set(person, (heldByPerson.get(person) ?? 0) + ownMemoryBytes);
    totalHeldBytes += ownMemoryBytes;
  }
  return slowestFirst.filter((lag) => {
    const personHeldBytes = heldByPerson.get(lag.person) ?? 0;
    const isTooSlow =
      (lag.stalledMs >= limits.stalledMs && lag.unsentBytes > limits.unsentBytes) ||
      lag.sharedBytes > limits.sharedBytes ||
      personHeldBytes > limits.personBytes ||
      totalHeldBytes > limits.processBytes;
    if (!isTooSlow) return false;
    heldByPerson.set(lag.person, personHeldBytes - lag.ownMemoryBytes);
    totalHeldBytes -= lag.ownMemoryBytes;
    return true;
  });
}
