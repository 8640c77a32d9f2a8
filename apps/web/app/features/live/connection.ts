import { nameDeleted } from "@kakehashi/contract/deletion";
import { isLanguage } from "@kakehashi/contract/languages";
import {
  getEndpoint,
  heartbeatOutgoing,
  type LiveEvent,
  livePath,
  type PresenceEvent,
  type PresenceReport,
  presenceDestination,
  reconnectDelay,
} from "@kakehashi/contract/live";
import type { PersonalEvent } from "@kakehashi/contract/notifications";
import { accessTokenLifetime } from "@kakehashi/contract/sessions";
import type { Client } from "@stomp/stompjs";
import { call, freshToken } from "../../kit/api.ts";
import { createStore } from "../../kit/store.ts";
import { inRounds } from "./in-rounds.ts";
import { createOwnQueue } from "./own-queue.ts";

/** `connected` only once every event from now on will arrive. */
export type LiveStatus = "off" | "connecting" | "connected" | "waiting";

const status = createStore<LiveStatus>("off");
let client: Client | undefined;
const queue = createOwnQueue(async () => (await call(getEndpoint)).data.endpoint);
let everConnected = false;
/** The server turned the last connection away: its token may have lost its session. */
let turnedAway = false;
const eventListeners = new Set<(event: LiveEvent) => void>();
const personalListeners = new Set<(event: PersonalEvent) => void>();
const presenceListeners = new Set<(event: PresenceEvent) => void>();
const connectListeners = new Set<() => void>();

const arrived = inRounds<LiveEvent | PersonalEvent | PresenceEvent>((event) => {
  if (event.type === "PRESENCE") for (const listener of presenceListeners) listener(event);
  else if ("conversation_id" in event) for (const listener of eventListeners) listener(event);
  else for (const listener of personalListeners) listener(event);
});

function become(next: LiveStatus): void {
  if (next === status.get()) return;
  status.set(next);
  if (next === "connected") everConnected = true;
  if (next === "connected") for (const listener of connectListeners) listener();
}

function listen<L>(listeners: Set<L>, listener: L): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const liveStatus = status.get;
/** Whether this page was ever connected: else it opened without a connection. */
export const wasConnected = () => everConnected;
export const onLiveStatus = status.subscribe;
export const onLiveEvent = (listener: (event: LiveEvent) => void) => listen(eventListeners, listener);
/** What concerns the person themself rather than a conversation. */
export const onPersonalEvent = (listener: (event: PersonalEvent) => void) =>
  listen(personalListeners, listener);
export const onPresence = (listener: (event: PresenceEvent) => void) => listen(presenceListeners, listener);
/** Told after every connection, the first as well: what happened before it has to be asked for. */
export const onLiveConnect = (listener: () => void) => listen(connectListeners, listener);

/** Aborted once the channel is no longer wanted. */
let wanted: AbortController | undefined;

/** Keeps the account's live channel open until `stopLive`. */
export function startLive(): void {
  if (wanted) return;
  wanted = new AbortController();
  addEventListener("offline", drop);
  addEventListener("online", drop);
  void open(wanted.signal);
}

/** Loads the library, however often that fails, and connects. The first view does not wait for its script. */
async function open(signal: AbortSignal): Promise<void> {
  become("connecting");
  const stomp = await import("@stomp/stompjs").catch(() => undefined);
  if (signal.aborted) return;
  if (stomp) return connect(stomp);
  become("waiting");
  setTimeout(() => !signal.aborted && open(signal), reconnectDelay);
}

function connect({ Client, ReconnectionTimeMode, TickerStrategy }: typeof import("@stomp/stompjs")): void {
  const { protocol, host } = location;
  const made = new Client({
    brokerURL: `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api${livePath}`,
    heartbeatOutgoing,
    heartbeatIncoming: 0,
    // A hidden page's own timers may tick once a minute, which the server takes for silence.
    heartbeatStrategy: TickerStrategy.Worker,
    reconnectDelay,
    reconnectTimeMode: ReconnectionTimeMode.LINEAR,
    connectionTimeout: 10_000,
    beforeConnect: async () => {
      become("connecting");
      // A rejection here would end the attempts to reconnect; without a token the server refuses, and they go on.
      await authorize(made).catch(() => undefined);
    },
    onConnect: () => {
      turnedAway = false;
      subscribe(made);
    },
    onStompError: ({ headers }) => {
      // Too many windows are no fault of the token.
      turnedAway = headers.message !== "ERR.TOO_MANY";
      queue.forget();
    },
    onWebSocketClose: () => {
      arrived.flush();
      become(made.active ? "waiting" : "off");
    },
  });
  client = made;
  made.activate();
}

export function stopLive(): void {
  wanted?.abort();
  wanted = undefined;
  removeEventListener("offline", drop);
  removeEventListener("online", drop);
  client?.deactivate({ force: true });
  arrived.flush();
  client = undefined;
  queue.forget();
  turnedAway = false;
  become("off");
}

/** Tells the server of this page, while it is connected; each connection begins with nothing told. */
export function report(told: PresenceReport): void {
  if (status.get() === "connected")
    client?.publish({ destination: presenceDestination, body: JSON.stringify(told) });
}

/** A socket does not notice that its network went away; what comes back is another network. */
function drop(): void {
  client?.forceDisconnect();
}

async function authorize(made: Client): Promise<void> {
  // Each connection begins with a token that has most of its life before it.
  const token = await freshToken(turnedAway ? 0 : (accessTokenLifetime * 1000) / 2);
  await queue.of(token);
  made.connectHeaders = { Authorization: `Bearer ${token}` };
}

/** A deleted person has no name of their own: each reader calls them in their language, as answers of the API do. */
function named(body: string): string {
  const { lang } = document.documentElement;
  return nameDeleted(body, isLanguage(lang) ? lang : "en");
}

function subscribe(made: Client): void {
  const endpoint = queue.current();
  if (!endpoint) {
    made.forceDisconnect();
    return;
  }
  const receipt = crypto.randomUUID();
  made.watchForReceipt(receipt, () => become("connected"));
  made.subscribe(`/queue/${endpoint}`, ({ body }) => arrived.take(JSON.parse(named(body))), { receipt });
}
