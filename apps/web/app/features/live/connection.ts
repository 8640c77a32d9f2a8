import { replaceDeletedNameMarks } from "@kakehashi/contract/deleted-names";
import { isLanguage } from "@kakehashi/contract/languages";
import {
  getLiveEndpoint,
  heartbeatOutgoingMs,
  type LiveEvent,
  livePath,
  type PresenceEvent,
  type PresenceReport,
  presenceDestination,
  reconnectDelayMs,
} from "@kakehashi/contract/live";
import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { accessTokenLifetimeSeconds } from "@kakehashi/contract/sessions";
import type { StoryEditorReport } from "@kakehashi/contract/story-editor-reports";
import type { Client } from "@stomp/stompjs";
import { call, getTokenYoungerThan } from "../../kit/api.ts";
import { createListeners } from "../../kit/listeners.ts";
import { createValueStore } from "../../kit/store.ts";
import { createEventBatcher } from "./batch-events.ts";
import { type IncomingEvent, isConversationEvent, isPresenceEvent } from "./event-kind.ts";
import { createOwnQueueNameCache } from "./own-queue.ts";

/** The state of the live connection. While it is `connected`, every new event arrives. */
export type LiveStatus = "off" | "connecting" | "connected" | "waiting";

const statusStore = createValueStore<LiveStatus>("off");
let stompClient: Client | undefined;
const ownQueue = createOwnQueueNameCache(async () => (await call(getLiveEndpoint)).data.endpoint);
let hasEverConnected = false;
/**
 * Whether the server has refused the last connection. If so, the next attempt uses a new token, because the session of
 * the old token may have ended.
 */
let wasConnectionRefused = false;
const eventListeners = createListeners<LiveEvent>();
const personalListeners = createListeners<PersonalEvent>();
const presenceListeners = createListeners<PresenceEvent>();
const connectListeners = createListeners();

const incomingEvents = createEventBatcher<IncomingEvent>((event) => {
  if (isPresenceEvent(event)) presenceListeners.notify(event);
  else if (isConversationEvent(event)) eventListeners.notify(event);
  else personalListeners.notify(event);
});

function setStatus(newStatus: LiveStatus): void {
  if (newStatus === statusStore.get()) return;
  statusStore.set(newStatus);
  if (newStatus !== "connected") return;
  hasEverConnected = true;
  connectListeners.notify();
}

export const getLiveStatus = statusStore.get;
/** Whether this page was ever connected. False if the page was opened offline. */
export const wasEverConnected = () => hasEverConnected;
export const onLiveStatus = statusStore.subscribe;
export const onConversationEvent = eventListeners.add;
/**
 * Adds a listener for events about the signed-in person. Events about conversations go to the listeners of
 * `onConversationEvent`.
 */
export const onPersonalEvent = personalListeners.add;
export const onPresenceEvent = presenceListeners.add;
/**
 * Adds a listener that is called after each connection, including the first. The listener must fetch changes, because
 * the events before the connection were missed.
 */
export const onLiveConnect = connectListeners.add;

/** Aborting this controller ends the live connection. Undefined if no connection was started. */
let connectionAbortController: AbortController | undefined;

/** Opens the live connection. It stays open, or is opened again, until `stopLiveConnection` is called. */
export function startLiveConnection(): void {
  if (connectionAbortController) return;
  connectionAbortController = new AbortController();
  addEventListener("offline", reconnectToLive);
  addEventListener("online", reconnectToLive);
  void openConnection(connectionAbortController.signal);
}

/** Loads the STOMP library, with retries, and connects. The library is not part of the first view. */
async function openConnection(signal: AbortSignal): Promise<void> {
  setStatus("connecting");
  const stompModule = await import("@stomp/stompjs").catch(() => undefined);
  if (signal.aborted) return;
  if (stompModule) return connectToLive(stompModule);
  setStatus("waiting");
  setTimeout(() => !signal.aborted && openConnection(signal), reconnectDelayMs);
}

function connectToLive({
  Client,
  ReconnectionTimeMode,
  TickerStrategy,
}: typeof import("@stomp/stompjs")): void {
  const { protocol, host } = location;
  const newClient = new Client({
    brokerURL: `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api${livePath}`,
    heartbeatOutgoing: heartbeatOutgoingMs,
    heartbeatIncoming: 0,
    // Send the heartbeats from a worker. In a hidden page, browsers let a timer run only once a minute, and the server
    // would close the connection.
    heartbeatStrategy: TickerStrategy.Worker,
    reconnectDelay: reconnectDelayMs,
    reconnectTimeMode: ReconnectionTimeMode.LINEAR,
    connectionTimeout: 10_000,
    beforeConnect: async () => {
      setStatus("connecting");
      // Ignore a failure to get a token, because an error would stop the reconnecting. Without a token, the server
      // refuses the connection, and the client tries again later.
      await authorizeClient(newClient).catch(() => undefined);
    },
    onConnect: () => {
      wasConnectionRefused = false;
      subscribeToQueue(newClient);
    },
    onStompError: ({ headers }) => {
      // The server may have refused the connection because the person has too many windows open. Then the token is
      // valid, and the next attempt can use it again.
      wasConnectionRefused = headers.message !== "ERR.TOO_MANY";
      ownQueue.forget();
    },
    onWebSocketClose: () => {
      incomingEvents.flush();
      setStatus(newClient.active ? "waiting" : "off");
    },
  });
  stompClient = newClient;
  newClient.activate();
}

export function stopLiveConnection(): void {
  connectionAbortController?.abort();
  connectionAbortController = undefined;
  removeEventListener("offline", reconnectToLive);
  removeEventListener("online", reconnectToLive);
  stompClient?.deactivate({ force: true });
  incomingEvents.flush();
  stompClient = undefined;
  ownQueue.forget();
  wasConnectionRefused = false;
  setStatus("off");
}

/**
 * Sends a status message to the server over the WebSocket: by default whether this person is active and which people
 * the page shows. Does nothing while disconnected, so send the message again after each connection.
 */
export function sendLiveReport(
  body: PresenceReport | StoryEditorReport,
  destination: string = presenceDestination,
): void {
  if (statusStore.get() === "connected") stompClient?.publish({ destination, body: JSON.stringify(body) });
}

/**
 * Closes the WebSocket after a change of network, so that the client opens a new one. The old one does not notice that
 * its network is gone.
 */
function reconnectToLive(): void {
  stompClient?.forceDisconnect();
}

async function authorizeClient(newClient: Client): Promise<void> {
  // Use a token with at least half of its lifetime left.
  const token = await getTokenYoungerThan(wasConnectionRefused ? 0 : (accessTokenLifetimeSeconds * 1000) / 2);
  await ownQueue.queueNameFor(token);
  newClient.connectHeaders = { Authorization: `Bearer ${token}` };
}

/** Replaces the placeholders for deleted people's names in an event. The new text is in the page's language. */
function replaceDeletedNames(body: string): string {
  const { lang } = document.documentElement;
  return replaceDeletedNameMarks(body, isLanguage(lang) ? lang : "en");
}

function subscribeToQueue(newClient: Client): void {
  const endpoint = ownQueue.getCachedName();
  if (!endpoint) {
    newClient.forceDisconnect();
    return;
  }
  const receiptId = crypto.randomUUID();
  newClient.watchForReceipt(receiptId, () => setStatus("connected"));
  newClient.subscribe(
    `/queue/${endpoint}`,
    ({ body }) => incomingEvents.addEvent(JSON.parse(replaceDeletedNames(body))),
    {
      receipt: receiptId,
    },
  );
}
