import { maximumSubscriptionIdLength, maximumSubscriptionsPerConnection } from "@kakehashi/contract/live";
import { encodeMessageHead, type StompVersion } from "./frames.ts";

type FrameHeaders = Readonly<Record<string, string>>;

interface Subscriber {
  /** The name of the session's own queue, the only one to which this connection may subscribe. */
  readonly endpoint: string;
  readonly version: StompVersion;
}

/** The STOMP subscriptions of one connection. A client may subscribe several times, but only to its own queue. */
export class ConnectionSubscriptions {
  /** The first part of a MESSAGE frame for each subscription, by the subscription's id. */
  readonly #messageHeadsById = new Map<string, Buffer>();

  get messageHeads(): Buffer[] {
    return [...this.#messageHeadsById.values()];
  }

  /** Adds the subscription of a SUBSCRIBE frame. Returns null, or an error message for the client's developer. */
  add(headers: FrameHeaders, { endpoint, version }: Subscriber): string | null {
    const ownQueue = `/queue/${endpoint}`;
    const id = headers.id ?? (version === "1.0" ? ownQueue : "");
    if (id === "" || id.length > maximumSubscriptionIdLength)
      return `SUBSCRIBE needs an id of at most ${maximumSubscriptionIdLength} characters.`;
    if (headers.destination !== ownQueue) return "There is no such queue for you.";
    if ((headers.ack ?? "auto") !== "auto")
      return "Only ack:auto is served: what a client misses it asks the API for.";
    if (!this.#messageHeadsById.has(id) && this.#messageHeadsById.size >= maximumSubscriptionsPerConnection)
      return `A connection has at most ${maximumSubscriptionsPerConnection} subscriptions.`;
    this.#messageHeadsById.set(id, encodeMessageHead(id, ownQueue, version));
    return null;
  }

  /** Removes the subscription of an UNSUBSCRIBE frame. Returns null, or an error message for the client's developer. */
  remove(headers: FrameHeaders, { version }: Pick<Subscriber, "version">): string | null {
    // In STOMP 1.0, an UNSUBSCRIBE frame may name the destination and no subscription id.
    const id = headers.id ?? (version === "1.0" ? headers.destination : undefined);
    if (!id) return "UNSUBSCRIBE needs the id of its subscription.";
    this.#messageHeadsById.delete(id);
    return null;
  }
}
