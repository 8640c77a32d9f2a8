/**
 * Sends messages between the processes of one installation. A message arrives at most once and may be lost,
 * so it is only a hint. State that must not be lost is in the database. A subject is words separated by
 * dots, a payload is text. A publisher receives its own messages.
 */
export interface Bus {
  /** Whether a subscription takes effect at once, as with a single process. If not, await `check`. */
  readonly immediate: boolean;
  publish(subject: string, payload: string): void;
  /** Returns a function that ends the subscription. */
  subscribe(subject: string, receive: (payload: string) => void): () => void;
  /**
   * Resolves once every subscription made so far has taken effect. If the other processes cannot be reached,
   * it resolves at once, and `onLoss` tells when they can be reached again.
   */
  check(): Promise<void>;
  /** Whether the other processes can be reached. If not, a published message only reaches this process. */
  isReachable(): boolean;
  /** The listener is called whenever messages may have been lost. Returns a function that removes it. */
  onLoss(listener: () => void): () => void;
  close(): Promise<void>;
}

/** The bus of a single process. It delivers synchronously, in the order of publishing. */
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
