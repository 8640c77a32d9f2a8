/**
 * Sends messages between the processes of one installation. A message arrives at most once and may be lost, so state
 * that must not be lost is stored in the database, and a message only announces it. A subject is words separated by
 * dots, a payload is text. A publisher receives its own messages.
 */
export interface Bus {
  /**
   * Whether a subscription is active as soon as it is made, as with a single process. If false, await the promise of
   * `waitForSubscriptions`.
   */
  readonly subscribesAtOnce: boolean;
  publish(subject: string, payload: string): void;
  /** Subscribes to a subject. Returns a function that ends the subscription. */
  subscribe(subject: string, receive: (payload: string) => void): () => void;
  /**
   * Resolves when every subscription made so far is active. If the other processes cannot be reached, resolves at once,
   * and `onMessagesLost` reports when they can be reached again.
   */
  waitForSubscriptions(): Promise<void>;
  /**
   * Whether the other processes can be reached. If false, a published message reaches only receivers in this process.
   */
  isReachable(): boolean;
  /**
   * Calls the listener whenever messages may have been lost. Returns a function that removes the listener.
   */
  onMessagesLost(listener: () => void): () => void;
  close(): Promise<void>;
}

/** A message bus for a single process. Delivers synchronously, in the order of publishing. */
export function createMemoryBus(): Bus {
  const receivers = new Map<string, Set<(payload: string) => void>>();
  return {
    subscribesAtOnce: true,
    publish(subject, payload) {
      for (const receive of receivers.get(subject) ?? []) receive(payload);
    },
    subscribe(subject, receive) {
      const subjectReceivers = receivers.get(subject) ?? new Set();
      receivers.set(subject, subjectReceivers.add(receive));
      return () => {
        subjectReceivers.delete(receive);
        if (subjectReceivers.size === 0 && receivers.get(subject) === subjectReceivers)
          receivers.delete(subject);
      };
    },
    async waitForSubscriptions() {},
    isReachable: () => true,
    onMessagesLost: () => () => {},
    async close() {
      receivers.clear();
    },
  };
}
