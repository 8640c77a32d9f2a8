/**
 * Bytes of memory that one queued message takes for one client. The queue has only a reference to the message, because
 * all clients share its bytes.
 */
export const bytesPerQueuedMessage = 16;

/** The amount of data that waits to be sent to one client, and how long it has waited. */
export interface BacklogMeasurement {
  /** The milliseconds since the client's full socket last accepted bytes. */
  stalledMs: number;
  /**
   * Bytes of memory that only this client's queue uses. Shared messages, for which other clients also wait, do not
   * count.
   */
  ownMemoryBytes: number;
  /** Bytes in the queue and in the socket that have not been sent to the client yet. */
  unsentBytes: number;
  /**
   * How many bytes of messages for all clients this process has queued since it queued the oldest message that this
   * client has not received.
   */
  bytesQueuedSinceOldest: number;
}

/**
 * `stalledMs`: milliseconds that a client may stall. A phone in a tunnel stalls for a few seconds. A client that stalls
 * longer catches up faster if it reconnects and requests the missed changes (`changes?since`). `unsentBytes`: how much
 * unsent data a stalled client may have.
 */
const backlogLimits = {
  stalledMs: 5_000,
  unsentBytes: 512 * 1024,
  /** Maximum `ownMemoryBytes` of all clients of one person together. */
  personBytes: 4 * 1024 * 1024,
  /** Maximum `ownMemoryBytes` of all clients of this process together. */
  processBytes: 64 * 1024 * 1024,
  bytesQueuedSinceOldest: 64 * 1024 * 1024,
};

/**
 * Chooses the clients to disconnect, so that the send queues stay within their limits. First chooses clients that have
 * stalled for too long with much unsent data. If the clients of one person or of this process still use too much
 * memory, also chooses the slowest of them.
 */
export function chooseClientsToDisconnect<L extends BacklogMeasurement & { person: string }>(
  backlogs: readonly L[],
  limits = backlogLimits,
): L[] {
  const sortedBacklogs = [...backlogs].sort(
    (a, b) =>
      b.stalledMs - a.stalledMs ||
      b.bytesQueuedSinceOldest - a.bytesQueuedSinceOldest ||
      b.ownMemoryBytes - a.ownMemoryBytes,
  );
  const heldBytesByPerson = new Map<string, number>();
  let totalHeldBytes = 0;
  for (const { person, ownMemoryBytes } of backlogs) {
    heldBytesByPerson.set(person, (heldBytesByPerson.get(person) ?? 0) + ownMemoryBytes);
    totalHeldBytes += ownMemoryBytes;
  }
  return sortedBacklogs.filter((backlog) => {
    const personHeldBytes = heldBytesByPerson.get(backlog.person) ?? 0;
    const isTooSlow =
      (backlog.stalledMs >= limits.stalledMs && backlog.unsentBytes > limits.unsentBytes) ||
      backlog.bytesQueuedSinceOldest > limits.bytesQueuedSinceOldest ||
      personHeldBytes > limits.personBytes ||
      totalHeldBytes > limits.processBytes;
    if (!isTooSlow) return false;
    heldBytesByPerson.set(backlog.person, personHeldBytes - backlog.ownMemoryBytes);
    totalHeldBytes -= backlog.ownMemoryBytes;
    return true;
  });
}
