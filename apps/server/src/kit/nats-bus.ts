import { type Bus, memoryBus } from "./bus.ts";

/** Milliseconds between attempts to reach NATS again. */
const reconnectWaitMs = 250;
/** Milliseconds in which NATS must confirm what it was given: after them it counts as away. */
const confirmTimeoutMs = 2_000;
/** Milliseconds between pings: a NATS that answers none of two is left, and looked for again. */
const pingEveryMs = 5_000;
/** Where a process says that it reaches the others again: what it published meanwhile has not reached them. */
const reconnectedSubject = "bus.back";

export interface NatsBusOptions {
  /** Told when the other processes cannot be reached any more, and when they can again. */
  onReachable?: (reachable: boolean) => void;
}

interface Published {
  subject: string;
  payload: string;
}

/**
 * For several processes: NATS core subjects. One NATS subscription a subject, however many receivers here.
 *
 * What this process publishes comes back to it from NATS, in one order with what the others publish. While NATS is away
 * it is handed on here at once, so that people on this process go on hearing each other.
 */
export async function natsBus(url: string, options: NatsBusOptions = {}): Promise<Bus> {
  // Loaded where it is used: one process alone has no use for 10 MB of it.
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
  const subscriptions = new Map<string, { count: number; end: () => void }>();
  const lossListeners = new Set<() => void>();
  let reachable = true;
  let closing = false;
  /** What NATS has not confirmed to have got, in its order. */
  let unconfirmed: Published[] = [];
  let confirming = false;

  const notifyLoss = () => {
    for (const told of lossListeners) told();
  };

  function onDisconnect(): void {
    if (!reachable || closing) return;
    reachable = false;
    options.onReachable?.(false);
    // Some of it may have come back already: receivers know a change by its number, and take it once.
    const lost = unconfirmed;
    unconfirmed = [];
    for (const { subject, payload } of lost) local.publish(subject, payload);
  }

  /** The subscriptions are in force again, and whoever missed something is told. */
  function onReconnect(): void {
    if (reachable || closing) return;
    reachable = true;
    options.onReachable?.(true);
    nats.publish(reconnectedSubject);
  }

  /** Resolves once NATS has taken everything that it was given. Answers false where it is away. */
  async function confirmed(): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const answer = nats.flush().then(
      () => true,
      () => false,
    );
    const timer = setTimeout(() => {
      // We may have been busy ourselves, and its answer waits to be read: that is done before `setImmediate` calls.
      setImmediate(() => setImmediate(() => late.resolve(false)));
    }, confirmTimeoutMs);
    const inTime = await Promise.race([answer, late.promise]);
    clearTimeout(timer);
    if (!inTime) {
      onDisconnect();
      // A NATS that only stood still goes on without a new connection.
      void answer.then((answered) => answered && onReconnect());
    }
    return inTime;
  }

  async function confirmPublished(): Promise<void> {
    if (confirming) return;
    confirming = true;
    while (unconfirmed.length > 0 && reachable) {
      const count = unconfirmed.length;
      if (await confirmed()) unconfirmed.splice(0, count);
    }
    confirming = false;
  }

  // Each process hears itself say it, too: what the others published meanwhile has not reached it either.
  nats.subscribe(reconnectedSubject, { callback: notifyLoss });
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === "disconnect") onDisconnect();
      else if (type === "reconnect") void nats.flush().then(onReconnect, () => {});
    }
  })();

  return {
    immediate: false,
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
        subscriptions.set(subject, { count: 1, end: () => subscription.unsubscribe() });
      }
      const endLocal = local.subscribe(subject, receive);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        endLocal();
        const current = subscriptions.get(subject);
        if (!current) return;
        if (--current.count === 0) {
          subscriptions.delete(subject);
          current.end();
        }
      };
    },
    async check() {
      if (reachable) await confirmed();
    },
    onLoss(told) {
      lossListeners.add(told);
      return () => lossListeners.delete(told);
    },
    async close() {
      closing = true;
      await nats.drain();
      await local.close();
    },
  };
}
