/**
 * Bytes of memory that a queued message takes for each client: a reference to the message, whose bytes all clients
 * share.
 */
export const referenceBytes = 16;

/** How much data still waits to be sent to one client, and for how long. */
export interface Backlog {
  /** How many milliseconds the client's full socket has accepted no bytes. */
  stalledMs: number;
  /** Bytes in memory that only this client's queue uses. Messages that other clients also wait for are not counted. */
  ownMemoryBytes: number;
  /** Bytes in the queue and in the socket that have not been sent to the client yet. */
  unsentBytes: number;
  /** Bytes of all shared messages that the process has queued since this client's oldest unsent message. */
  sharedBytes: number;
}

/**
 * Milliseconds that a client may stall. A phone in a tunnel stalls for a few seconds. A client that stalls longer
 * catches up faster if it reconnects and requests the missed changes (`changes?since`).
 */
const backlogLimits = {
  stalledMs: 5_000,
  unsentBytes: 512 * 1024,
  /** Maximum unsent bytes for all clients of one person. */
  personBytes: 4 * 1024 * 1024,
  /** Maximum unsent bytes for all clients of this process. */
  processBytes: 64 * 1024 * 1024,
  sharedBytes: 64 * 1024 * 1024,
};

/**
 * Chooses the clients to drop, so that send queues stay within their limits. First chooses clients that
 * stalled for too long with much unsent data. If one person's clients or all clients still use too much
 * memory, chooses the slowest.
 */
export function chooseSlowestClients<L extends Backlog & { person: string }>(
  backlogs: readonly L[],
  limits = backlogLimits,
): L[] {
  const slowestFirst = [...backlogs].sort(
    (a, b) =>
      b.stalledMs - a.stalledMs || b.sharedBytes - a.sharedBytes || b.ownMemoryBytes - a.ownMemoryBytes,
  );
  const heldBytesByPerson = new Map<string, number>();
  let totalHeldBytes = 0;
  for (const { person, ownMemoryBytes } of backlogs) {
    heldBytesByPerson.set(person, (heldBytesByPerson.get(person) ?? 0) + ownMemoryBytes);
    totalHeldBytes += ownMemoryBytes;
  }
  return slowestFirst.filter((backlog) => {
    const personHeldBytes = heldBytesByPerson.get(backlog.person) ?? 0;
    const isTooSlow =
      (backlog.stalledMs >= limits.stalledMs && backlog.unsentBytes > limits.unsentBytes) ||
      backlog.sharedBytes > limits.sharedBytes ||
      personHeldBytes > limits.personBytes ||
      totalHeldBytes > limits.processBytes;
    if (!isTooSlow) return false;
    heldBytesByPerson.set(backlog.person, personHeldBytes - backlog.ownMemoryBytes);
    totalHeldBytes -= backlog.ownMemoryBytes;
    return true;
  });
}
