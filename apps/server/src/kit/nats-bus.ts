import { type Bus, createMemoryBus } from "./bus.ts";

/** Milliseconds between attempts to reconnect to NATS. */
const reconnectWaitMs = 250;
/** Timeout in milliseconds for NATS to confirm received messages. After that NATS counts as unreachable. */
const confirmTimeoutMs = 2_000;
/**
 * Milliseconds between pings to NATS. If two in a row get no answer, the connection is closed and opened
 * again.
 */
const pingIntervalMs = 5_000;
/**
 * The subject on which a process announces that it is connected to NATS again. The other processes have missed the
 * messages that this process sent while it was disconnected.
 */
const reconnectedSubject = "bus.back";

export interface NatsBusOptions {
  /**
   * Called with false when the other processes can no longer be reached, and with true when they can be
   * reached again.
   */
  onReachableChange?: (reachable: boolean) => void;
}

interface PublishedMessage {
  subject: string;
  payload: string;
}

/**
 * A message bus for several processes, over NATS core subjects. A process has one NATS subscription for each
 * subject, with any number of receivers. A process gets its own messages back from NATS, in one order with
 * those of other processes. While NATS is unreachable, local receivers get them directly, so that people on
 * this process still see each other's changes.
 */
export async function connectNatsBus(url: string, options: NatsBusOptions = {}): Promise<Bus> {
  // The NATS library is loaded on first use. The library takes 10 MB of memory, and an installation with a single
  // process does not need it.
  const { connect } = await import("@nats-io/transport-node");
  const nats = await connect({
    servers: url,
    name: "kakehashi",
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectWaitMs,
    pingInterval: pingIntervalMs,
    maxPingOut: 2,
  });
  const localBus = createMemoryBus();
  const subscriptions = new Map<string, { count: number; unsubscribe: () => void }>();
  const lossListeners = new Set<() => void>();
  let isReachable = true;
  let isClosing = false;
  /** The messages that NATS has not confirmed yet, in order. */
  let unconfirmedMessages: PublishedMessage[] = [];
  let isConfirming = false;

  const notifyMessagesLost = () => {
    for (const listener of lossListeners) listener();
  };

  function onDisconnect(): void {
    if (!isReachable || isClosing) return;
    isReachable = false;
    options.onReachableChange?.(false);
    // NATS may have delivered some of the unconfirmed messages before. Receivers identify a change by its number
    // and apply it once.
    const messagesToDeliver = unconfirmedMessages;
    unconfirmedMessages = [];
    for (const { subject, payload } of messagesToDeliver) localBus.publish(subject, payload);
  }

  /**
   * Called when the connection to NATS works again, with all its subscriptions. Messages may have been lost meanwhile,
   * so this function calls the listeners for lost messages.
   */
  function onReconnect(): void {
    if (isReachable || isClosing) return;
    isReachable = true;
    options.onReachableChange?.(true);
    nats.publish(reconnectedSubject);
  }

  /** Resolves to true when NATS has confirmed all messages so far. Resolves to false if NATS cannot be reached. */
  async function waitForConfirmation(): Promise<boolean> {
    const timeout = Promise.withResolvers<boolean>();
    const answer = nats.flush().then(
      () => true,
      () => false,
    );
    const timer = setTimeout(() => {
      // This process may have been too busy to read an answer of NATS that has already arrived. Node reads such an
      // answer before it runs `setImmediate`.
      setImmediate(() => setImmediate(() => timeout.resolve(false)));
    }, confirmTimeoutMs);
    const isConfirmedInTime = await Promise.race([answer, timeout.promise]);
    clearTimeout(timer);
    if (!isConfirmedInTime) {
      onDisconnect();
      // If the NATS server was only paused, it continues on the same connection.
      void answer.then((hasAnswered) => hasAnswered && onReconnect());
    }
    return isConfirmedInTime;
  }

  async function confirmPublished(): Promise<void> {
    if (isConfirming) return;
    isConfirming = true;
    while (unconfirmedMessages.length > 0 && isReachable) {
      const count = unconfirmedMessages.length;
      if (await waitForConfirmation()) unconfirmedMessages.splice(0, count);
    }
    isConfirming = false;
  }

  // A process also handles its own announcement that it is connected again, because it has missed what other processes
  // published while it was disconnected.
  nats.subscribe(reconnectedSubject, { callback: notifyMessagesLost });
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === "disconnect") onDisconnect();
      else if (type === "reconnect") void nats.flush().then(onReconnect, () => {});
    }
  })();

  return {
    subscribesAtOnce: false,
    isReachable: () => isReachable,
    publish(subject, payload) {
      if (!isReachable) return localBus.publish(subject, payload);
      nats.publish(subject, payload);
      unconfirmedMessages.push({ subject, payload });
      void confirmPublished();
    },
    subscribe(subject, receive) {
      const entry = subscriptions.get(subject);
      if (entry) entry.count++;
      else {
        const subscription = nats.subscribe(subject, {
          callback: (error, message) => {
            if (!error) localBus.publish(subject, message.string());
          },
        });
        subscriptions.set(subject, { count: 1, unsubscribe: () => subscription.unsubscribe() });
      }
      const unsubscribeLocally = localBus.subscribe(subject, receive);
      let isEnded = false;
      return () => {
        if (isEnded) return;
        isEnded = true;
        unsubscribeLocally();
        const currentSubscription = subscriptions.get(subject);
        if (!currentSubscription) return;
        if (--currentSubscription.count === 0) {
          subscriptions.delete(subject);
          currentSubscription.unsubscribe();
        }
      };
    },
    async waitForSubscriptions() {
      if (isReachable) await waitForConfirmation();
    },
    onMessagesLost(listener) {
      lossListeners.add(listener);
      return () => lossListeners.delete(listener);
    },
    async close() {
      isClosing = true;
      await nats.drain();
      await localBus.close();
    },
  };
}
