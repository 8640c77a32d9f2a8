import { randomUUID } from "node:crypto";
import { createConversation } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { Client, type IFrame, type IMessage, type StompConfig, type StompHeaders } from "@stomp/stompjs";
import WebSocket from "ws";
import { createTestApp } from "./app.ts";
import { addTestPeople } from "./world.ts";

/** Hooks with which a test changes or drops the frames between a client's socket and the STOMP library. */
export interface SocketInterceptors {
  /** Replaces a frame's text before the STOMP library receives it. Null drops the frame. */
  replaceReceived?: (text: string) => string | null;
  /** Returns whether to send a frame that the STOMP library wants to send. False drops the frame. */
  shouldSend?: (text: string) => boolean;
}

/** STOMP clients of one person, connected to a test server. They use the same STOMP library as browsers. */
export interface StompTestClients {
  /** The URL of the live channel (STOMP over WebSocket). */
  readonly url: string;
  /** The STOMP queue that the person may subscribe to. */
  readonly queueDestination: string;
  readonly headers: { Authorization: string };
  /** The sockets that the current test has opened, in order. */
  readonly sockets: readonly WebSocket[];
  openSocket(protocols?: string[], interceptors?: SocketInterceptors): WebSocket;
  createClient(config?: StompConfig, interceptors?: SocketInterceptors): Client;
  /** Registers a client that the test itself has created. The client is closed after the test. */
  closeAfterTest<C extends Client>(client: C): C;
  connectClient(config?: StompConfig, interceptors?: SocketInterceptors): Promise<Client>;
  /** Sends a message to a room of the person, through the API. */
  sendMessageByApi(content: string): Promise<void>;
  /**
   * Subscribes the client, and then sends a message through the API. Returns the message that the subscription
   * receives.
   */
  sendMessageAndReceive(client: Client, content: string): Promise<IMessage>;
  /** Ends all connections of the clients. Call this after each test. */
  closeConnections(): Promise<void>;
  closeServer(): Promise<void>;
}

export async function createStompTestClients(): Promise<StompTestClients> {
  const server = await createTestApp();
  const { aiko, an } = await addTestPeople(server);
  const url = `${(await server.listen()).replace("http", "ws")}/api/live`;
  const body = { kind: "GROUP", name: "room", user_ids: [an.id] };
  const { data: room } = await aiko.call(createConversation, { body });
  const clients: Client[] = [];
  const sockets: WebSocket[] = [];

  const testClients: StompTestClients = {
    url,
    queueDestination: `/queue/${an.endpoint}`,
    headers: { Authorization: `Bearer ${an.tokens.access_token}` },
    sockets,
    openSocket(protocols, interceptors = {}) {
      const socket = new WebSocket(url, protocols);
      sockets.push(socket);
      interceptSocket(socket, interceptors);
      return socket;
    },
    createClient(config = {}, interceptors) {
      const client: Client = new Client({
        connectHeaders: testClients.headers,
        reconnectDelay: 0,
        webSocketFactory: () => testClients.openSocket(client.stompVersions.protocolVersions(), interceptors),
        ...config,
      });
      return testClients.closeAfterTest(client);
    },
    closeAfterTest(client) {
      clients.push(client);
      return client;
    },
    async connectClient(config, interceptors) {
      const client = testClients.createClient(config, interceptors);
      const connected = waitForCallback(client, "onConnect");
      client.activate();
      await connected;
      return client;
    },
    async sendMessageByApi(content) {
      const { error } = await aiko.call(sendMessage, {
        params: { id: room.id },
        body: { client_id: randomUUID(), content },
      });
      if (error) throw new Error(error.message);
    },
    async sendMessageAndReceive(client, content) {
      const { promise, resolve } = Promise.withResolvers<IMessage>();
      await sendWithReceipt(client, (headers) =>
        client.subscribe(
          testClients.queueDestination,
          (message) => {
            if (JSON.parse(message.body).message?.content === content) resolve(message);
          },
          headers,
        ),
      );
      await testClients.sendMessageByApi(content);
      return promise;
    },
    async closeConnections() {
      await Promise.all(clients.splice(0).map((client) => client.deactivate({ force: true })));
      for (const socket of sockets.splice(0)) socket.terminate();
    },
    closeServer: () => server.close(),
  };
  return testClients;
}

function interceptSocket(socket: WebSocket, { replaceReceived, shouldSend }: SocketInterceptors): void {
  if (replaceReceived) {
    const emit = socket.emit.bind(socket) as (name: string | symbol, ...args: unknown[]) => boolean;
    socket.emit = (name: string | symbol, ...args: unknown[]) => {
      if (name !== "message") return emit(name, ...args);
      const text = replaceReceived(String(args[0]));
      return text !== null && emit(name, Buffer.from(text), false);
    };
  }
  if (shouldSend) {
    const send = socket.send.bind(socket);
    socket.send = (data: Parameters<typeof socket.send>[0]) => {
      if (shouldSend(String(data))) send(data);
    };
  }
}

/** Returns a promise that resolves when the STOMP client next runs the callback with this name. */
export const waitForCallback = <K extends "onConnect" | "onDisconnect" | "onStompError">(
  client: Client,
  name: K,
) =>
  new Promise<IFrame>((resolve) => {
    client[name] = resolve;
  });

/**
 * Returns a promise that resolves when the client's socket has closed. Its value says the close code, and whether the
 * close was clean.
 */
export const waitForSocketClose = (client: Client) =>
  new Promise<{ code: number; wasClean: boolean }>((resolve) => {
    client.onWebSocketClose = resolve;
  });

/** Runs `send` with a `receipt` header. Waits until the server has confirmed the frame by a RECEIPT frame. */
export async function sendWithReceipt(
  client: Client,
  send: (headers: StompHeaders) => void,
  receiptId: string = randomUUID(),
): Promise<void> {
  const receiptReceived = new Promise((resolve) => client.watchForReceipt(receiptId, resolve));
  send({ receipt: receiptId });
  await receiptReceived;
}
