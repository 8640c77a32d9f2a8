import type { Kysely } from "kysely";
import type { DB } from "./db/schema.generated.ts";
import type { Log } from "./log.ts";

/**
 * Lets features publish facts and listen to them. A fact is something that has happened, such as a new message. `Facts`
 * maps each fact's name to its data.
 */
export interface Events<Facts> {
  /**
   * Adds a listener. Listeners run in the order in which they were added. The code that publishes a fact does not wait
   * for them.
   */
  on<Name extends keyof Facts>(name: Name, listener: (fact: Facts[Name]) => void | Promise<void>): void;
  /**
   * Publishes a fact. Call this after the commit of its transaction. Facts are delivered in the order of the commits.
   * If a listener publishes another fact, that fact is delivered after the current one, so all listeners see the same
   * order. Never throws.
   */
  publish<Name extends keyof Facts>(name: Name, fact: Facts[Name]): void;
  /**
   * Adds a listener that runs inside the transaction that causes the fact. Use it for work that must not be lost. If
   * `write` fails, the transaction fails.
   */
  onWrite<Name extends keyof Facts>(
    name: Name,
    write: (tx: Kysely<DB>, fact: Facts[Name]) => Promise<void>,
  ): void;
  /** Runs the `onWrite` listeners in the transaction that causes the fact, before the commit. */
  write<Name extends keyof Facts>(tx: Kysely<DB>, name: Name, fact: Facts[Name]): Promise<void>;
}

export function createEvents<Facts>(log: Log): Events<Facts> {
  type FactListener = (fact: never) => void | Promise<void>;
  type FactWriteListener = (tx: Kysely<DB>, fact: never) => Promise<void>;
  const listeners = new Map<keyof Facts, FactListener[]>();
  const writers = new Map<keyof Facts, FactWriteListener[]>();
  const waitingFacts: { name: keyof Facts; fact: unknown }[] = [];
  let isPublishing = false;

  function logFailure(name: keyof Facts, error: unknown): void {
    log.error({ err: error, fact: name }, "A listener failed. What it heard of has happened all the same.");
  }

  function callListener(listener: FactListener, name: keyof Facts, fact: unknown): void {
    try {
      const listenerCompletion = listener(fact as never);
      if (listenerCompletion) listenerCompletion.catch((error: unknown) => logFailure(name, error));
    } catch (error) {
      logFailure(name, error);
    }
  }

  return {
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener as FactListener]);
    },
    publish(name, fact) {
      waitingFacts.push({ name, fact });
      if (isPublishing) return;
      isPublishing = true;
      for (let nextFact = waitingFacts.shift(); nextFact; nextFact = waitingFacts.shift())
        for (const listener of listeners.get(nextFact.name) ?? [])
          callListener(listener, nextFact.name, nextFact.fact);
      isPublishing = false;
    },
    onWrite(name, writeListener) {
      writers.set(name, [...(writers.get(name) ?? []), writeListener as FactWriteListener]);
    },
    async write(tx, name, fact) {
      for (const writeListener of writers.get(name) ?? []) await writeListener(tx, fact as never);
    },
  };
}
