import type { NatsConnection } from "@nats-io/transport-node";

/**
 * Fan-out between the processes of one installation. Delivery is at most once and a hint only: what must not be lost
 * is in the database. Subjects are dot-separated words; payloads are text. A publisher hears itself.
 */
export interface Bus {
  /** Whether a subscription is in force at once; else `check` tells when. */
  readonly immediate: boolean;
  publish(subject: string, payload: string): void;
  /** The returned function ends the subscription. */
  subscribe(subject: string, receive: (payload: string) => void): () => void;
  /** Resolves once every subscription made so far is in force; rejects when the bus is out of reach. */
  check(): Promise<void>;
  /** Told whenever something may have been published that did not arrive here. The returned function ends that. */
  onLoss(told: () => void): () => void;
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
    onLoss: () => () => {},
    async close() {
      receivers.clear();
    },
  };
}

/** Milliseconds between attempts to reach the bus again: until then nobody is told of anything live. */
const reconnectWait = 250;
/** Where a process that lost the bus says that it is back: what it published in between has reached nobody. */
const backAgain = "bus.back";

/** For several processes: NATS core subjects. One NATS subscription a subject, however many receivers here. */
export async function natsBus(url: string): Promise<Bus> {
  // Loaded where it is used: one process alone has no use for 10 MB of it.
  const { connect } = await import("@nats-io/transport-node");
  const nats: NatsConnection = await connect({
    servers: url,
    name: "kakehashi",
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectWait,
  });
  const local = memoryBus();
  const held = new Map<string, { count: number; end: () => void }>();
  const listeners = new Set<() => void>();
  const tellOfLoss = () => {
    for (const told of listeners) told();
  };
  // It hears itself: what the others published in between has not reached it either.
  nats.subscribe(backAgain, { callback: tellOfLoss });
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === "disconnect") tellOfLoss();
      else if (type === "reconnect") nats.publish(backAgain);
    }
  })();
  return {
    immediate: false,
    publish(subject, payload) {
      nats.publish(subject, payload);
    },
    subscribe(subject, receive) {
      const entry = held.get(subject);
      if (entry) entry.count++;
      else {
        const subscription = nats.subscribe(subject, {
          callback: (error, message) => {
            if (!error) local.publish(subject, message.string());
          },
        });
        held.set(subject, { count: 1, end: () => subscription.unsubscribe() });
      }
      const endLocal = local.subscribe(subject, receive);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        endLocal();
        const current = held.get(subject);
        if (!current) return;
        if (--current.count === 0) {
          held.delete(subject);
          current.end();
        }
      };
    },
    check: () => nats.flush(),
    onLoss(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    async close() {
      await nats.drain();
      await local.close();
    },
  };
}
