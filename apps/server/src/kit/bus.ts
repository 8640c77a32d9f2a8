/**
 * Fan-out between the processes of one installation. Delivery is at most once and a hint only: what must not be lost
 * is in the database. Subjects are dot-separated words; payloads are text. A publisher hears itself.
 */
export interface Bus {
  /** Whether a subscription is in force at once, for there is no other process; else `check` tells when. */
  readonly immediate: boolean;
  publish(subject: string, payload: string): void;
  /** The returned function ends the subscription. */
  subscribe(subject: string, receive: (payload: string) => void): () => void;
  /**
   * Resolves once every subscription made so far is in force. While the other processes cannot be reached there is
   * nothing to wait for, and it resolves at once: `onLoss` tells when they can.
   */
  check(): Promise<void>;
  /** Whether the other processes can be reached. While they cannot, what is published reaches this process alone. */
  isReachable(): boolean;
  /** Told whenever something may have been published that did not arrive here. The returned function ends that. */
  onLoss(listener: () => void): () => void;
  close(): Promise<void>;
}

/** For one process: synchronous, in publishing order. */
export function memoryBus(): Bus {
  const receivers = new Map<string, Set<(payload: string) => void>>();
  return {
    immediate: true,
    publish(subject, payload) {
      for (const receive of receivers.get(subject) ?? []) receive(payload);
    },
    subscribe(subject, receive) {
      const set = receivers.get(subject) ?? new Set();
      receivers.set(subject, set.add(receive));
      return () => {
        set.delete(receive);
        if (set.size === 0 && receivers.get(subject) === set) receivers.delete(subject);
      };
    },
    async check() {},
    isReachable: () => true,
    onLoss: () => () => {},
    async close() {
      receivers.clear();
    },
  };
}
