import { type Bus, memoryBus } from "./bus.ts";

/** Milliseconds between attempts to reconnect to NATS. */
const reconnectWaitMs = 250;
/** Timeout in milliseconds for NATS to confirm received messages. After that NATS counts as unreachable. */
const confirmTimeoutMs = 2_000;
/**
 * Milliseconds between pings to NATS. If two in a row get no answer, the connection is closed and opened
 * again.
 */
const pingEveryMs = 5_000;
/**
 * The subject on which a process announces that it is connected again. The other processes have missed its
 * earlier messages.
 */
const reconnectedSubject = "bus.back";

export interface NatsBusOptions {
  /**
   * Called with false when the other processes can no longer be reached, and with true when they can be
   * reached again.
   */
  onReachable?: (reachable: boolean) => void;
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
export async function natsBus(url: string, options: NatsBusOptions = {}): Promise<Bus> {
  // The NATS library is loaded on first use. It takes 10 MB of memory, and a single process does not need it.
  const { connect } = await import("@nats-io/transport-node");
  const nats = await connect({
    servers: url,
    name: "kakehashi",
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectWaitMs,
    pingInterval: pingEveryMs,
    maxPingOut: 2,
  });
  const local = memoryBus();
  const subscriptions = new Map<string, { count: number; unsubscribe: () => void }>();
  const lossListeners = new Set<() => void>();
  let reachable = true;
  let closing = false;
  /** The messages that NATS has not confirmed yet, in order. */
  let unconfirmed: PublishedMessage[] = [];
  let confirming = false;

  const notifyMessagesLost = () => {
    for (const listener of lossListeners) listener();
  };

  function onDisconnect(): void {
    if (!reachable || closing) return;
    reachable = false;
    options.onReachable?.(false);
    // NATS may have delivered some of the unconfirmed messages before. Receivers identify a change by its number
    // and apply it once.
    const unconfirmedBefore = unconfirmed;
    unconfirmed = [];
    for (const { subject, payload } of unconfirmedBefore) local.publish(subject, payload);
  }

  /** The subscriptions work again, but messages may have been lost, so the listeners are called. */
  function onReconnect(): void {
    if (reachable || closing) return;
    reachable = true;
    options.onReachable?.(true);
    nats.publish(reconnectedSubject);
  }

  /** Resolves to true when NATS has confirmed all messages so far, and to false if NATS is unreachable. */
  async function flushConfirmed(): Promise<boolean> {
    const timeout = Promise.withResolvers<boolean>();
    const answer = nats.flush().then(
      () => true,
      () => false,
    );
    const timer = setTimeout(() => {
      // This process may have been too busy to read an answer that has arrived. Node reads the answer before
      // it runs `setImmediate`.
      setImmediate(() => setImmediate(() => timeout.resolve(false)));
    }, confirmTimeoutMs);
    const inTime = await Promise.race([answer, timeout.promise]);
    clearTimeout(timer);
    if (!inTime) {
      onDisconnect();
      // If NATS was only paused, it continues without a new connection.
      void answer.then((answered) => answered && onReconnect());
    }
    return inTime;
  }

  async function confirmPublished(): Promise<void> {
    if (confirming) return;
    confirming = true;
    while (unconfirmed.length > 0 && reachable) {
      const count = unconfirmed.length;
      if (await flushConfirmed()) unconfirmed.splice(0, count);
    }
    confirming = false;
  }

  // A process also receives its own announcement, because it has missed what other processes published while it
  // was disconnected.
  nats.subscribe(reconnectedSubject, { callback: notifyMessagesLost });
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === "disconnect") onDisconnect();
      else if (type === "reconnect") void nats.flush().then(onReconnect, () => {});
    }
  })();

  return {
    isImmediate: false,
    isReachable: () => reachable,
    publish(subject, payload) {
      if (!reachable) return local.publish(subject, payload);
      nats.publish(subject, payload);
      unconfirmed.push({ subject, payload });
      void confirmPublished();
    },
    subscribe(subject, receive) {
      const entry = subscriptions.get(subject);
      if (entry) entry.count++;
      else {
        const subscription = nats.subscribe(subject, {
          callback: (error, message) => {
            if (!error) local.publish(subject, message.string());
          },
        });
        subscriptions.set(subject, { count: 1, unsubscribe: () => subscription.unsubscribe() });
      }
      const endLocal = local.subscribe(subject, receive);
      let isEnded = false;
      return () => {
        if (isEnded) return;
        isEnded = true;
        endLocal();
        const current = subscriptions.get(subject);
        if (!current) return;
        if (--current.count === 0) {
          subscriptions.delete(subject);
          current.unsubscribe();
        }
      };
    },
    async waitForSubscriptions() {
      if (reachable) await flushConfirmed();
    },
    onLoss(listener) {
      lossListeners.add(listener);
      return () => lossListeners.delete(listener);
    },
    async close() {
      closing = true;
      await nats.drain();
      await local.close();
    },
  };
}
