import { type Bus, createMemoryBus } from "./bus.ts";

/** Milliseconds between attempts to reconnect to NATS. */
const reconnectWaitMs = 250;
/** If NATS does not confirm messages within this many milliseconds, it counts as unreachable. */
const confirmTimeoutMs = 2_000;
/** Milliseconds between pings to NATS. After two unanswered pings the connection is closed and opened again. */
const pingIntervalMs = 5_000;
/**
 * The subject on which a process announces that it is connected to NATS again. While it was disconnected, the other
 * processes missed its messages.
 */
const reconnectedSubject = "bus.back";

export interface NatsBusOptions {
  /**
   * Runs with `false` when the other processes can no longer be reached, and with `true` when they can be reached
   * again.
   */
  onReachableChange?: (reachable: boolean) => void;
}

interface PublishedMessage {
  subject: string;
  payload: string;
}

/**
 * A message bus for several processes, over NATS core subjects. Each process has one NATS subscription per subject,
 * which serves all its subscribers. A process also gets its own messages back from NATS, in one sequence with those of
 * the other processes. While NATS is unreachable, the process delivers its messages to its own subscribers directly, so
 * that its clients still see each other's changes.
 */
export async function connectNatsBus(url: string, options: NatsBusOptions = {}): Promise<Bus> {
  // Loads the NATS library on first use. It takes 10 MB of memory, and an installation with a single process does not
  // need it.
  const { connect } = await import("@nats-io/transport-node");
  const natsConnection = await connect({
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
    // NATS may already have delivered some of the unconfirmed messages. That is harmless, because receivers recognise a
    // change by its number and apply it once.
    const messagesToDeliver = unconfirmedMessages;
    unconfirmedMessages = [];
    for (const { subject, payload } of messagesToDeliver) localBus.publish(subject, payload);
  }

  /**
   * Called when the connection to NATS and all its subscriptions work again. Messages that were sent during the
   * interruption are lost. So this process announces its reconnection, and each process that gets the announcement runs
   * its `onMessagesLost` listeners.
   */
  function onReconnect(): void {
    if (isReachable || isClosing) return;
    isReachable = true;
    options.onReachableChange?.(true);
    natsConnection.publish(reconnectedSubject);
  }

  /** Resolves to true when NATS has confirmed all messages so far. Resolves to false if NATS cannot be reached. */
  async function waitForConfirmation(): Promise<boolean> {
    const timeout = Promise.withResolvers<boolean>();
    const natsConfirmation = natsConnection.flush().then(
      () => true,
      () => false,
    );
    const responseTimer = setTimeout(() => {
      // NATS may have responded in time while this process was too busy to read the response. Node reads the response
      // before the second `setImmediate` runs, so NATS counts as unreachable only then.
      setImmediate(() => setImmediate(() => timeout.resolve(false)));
    }, confirmTimeoutMs);
    const isConfirmedInTime = await Promise.race([natsConfirmation, timeout.promise]);
    clearTimeout(responseTimer);
    if (!isConfirmedInTime) {
      onDisconnect();
      // A NATS server that was only paused later responds on the same connection. Then the bus works again.
      void natsConfirmation.then((hasAnswered) => hasAnswered && onReconnect());
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

  // The process that announces its reconnection has missed messages, too. So it also handles its own announcement.
  natsConnection.subscribe(reconnectedSubject, { callback: notifyMessagesLost });
  void (async () => {
    for await (const { type } of natsConnection.status()) {
      if (type === "disconnect") onDisconnect();
      else if (type === "reconnect") void natsConnection.flush().then(onReconnect, () => {});
    }
  })();

  return {
    subscribesAtOnce: false,
    isReachable: () => isReachable,
    publish(subject, payload) {
      if (!isReachable) return localBus.publish(subject, payload);
      natsConnection.publish(subject, payload);
      unconfirmedMessages.push({ subject, payload });
      void confirmPublished();
    },
    subscribe(subject, receiveMessage) {
      const entry = subscriptions.get(subject);
      if (entry) entry.count++;
      else {
        const subscription = natsConnection.subscribe(subject, {
          callback: (error, message) => {
            if (!error) localBus.publish(subject, message.string());
          },
        });
        subscriptions.set(subject, { count: 1, unsubscribe: () => subscription.unsubscribe() });
      }
      const unsubscribeLocally = localBus.subscribe(subject, receiveMessage);
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
      await natsConnection.drain();
      await localBus.close();
    },
  };
}
