/**
 * Sends messages between the processes of one installation. A message may be lost, so the database stores the state,
 * and a message only announces a change. A subject is words separated by dots; a payload is text. A publisher also
 * receives its own messages.
 */
export interface Bus {
  /**
   * Whether a new subscription is active at once, as on the bus for a single process. If false, wait with
   * `waitForSubscriptions`.
   */
  readonly subscribesAtOnce: boolean;
  publish(subject: string, payload: string): void;
  /** Subscribes to a subject. Returns a function that unsubscribes. */
  subscribe(subject: string, receive: (payload: string) => void): () => void;
  /**
   * Resolves when all subscriptions that were made so far are active. If the other processes cannot be reached,
   * resolves at once; later, `onMessagesLost` tells when the bus works again.
   */
  waitForSubscriptions(): Promise<void>;
  /**
   * Whether the other processes can be reached. If false, a published message reaches only subscribers in this process.
   */
  isReachable(): boolean;
  /**
   * Adds a listener that is called whenever messages may have been lost. Returns a function that removes the listener.
   */
  onMessagesLost(listener: () => void): () => void;
  close(): Promise<void>;
}

/** A message bus for a single process. Delivers each message synchronously, in the order of publishing. */
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
