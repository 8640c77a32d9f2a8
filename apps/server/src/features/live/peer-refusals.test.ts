import { type Client, Versions } from "@stomp/stompjs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  createStompTestClients,
  type StompTestClients,
  sendWithReceipt,
  waitForCallback,
  waitForSocketClose,
} from "../../test/peers.ts";

// These tests check what this server refuses on purpose and other STOMP brokers allow: sending to queues and topics,
// transactions, redelivery (docs/stomp.md).

let peers: StompTestClients;
beforeAll(async () => {
  peers = await createStompTestClients();
});
afterEach(() => peers.closeConnections());
afterAll(() => peers.closeServer());

const noTransactionsMessage = "There are no transactions.";
const noQueueMessage = "Messages are sent through the API, not through a queue.";
const noRedeliveryMessage = "Only ack:auto is served: what a client misses it asks the API for.";

test.each<[string, string, (client: Client) => void]>([
  [
    "a message to its own queue",
    noQueueMessage,
    (client) => client.publish({ destination: peers.queueDestination, body: "Hello" }),
  ],
  [
    "a message to another queue",
    noQueueMessage,
    (client) => client.publish({ destination: "/queue/test01", body: "Hello" }),
  ],
  [
    "a message to a topic",
    noQueueMessage,
    (client) => client.publish({ destination: "/topic/all", body: "Hello" }),
  ],
  [
    "a message of bytes",
    "The frame is not UTF-8.",
    (client) => client.publish({ destination: "/topic/all", binaryBody: new Uint8Array([0, 255, 10]) }),
  ],
  [
    "a subscription to another queue",
    "There is no such queue for you.",
    (client) => client.subscribe("/queue/other", () => undefined),
  ],
  [
    "redelivery after a client's NACK",
    noRedeliveryMessage,
    (client) => client.subscribe(peers.queueDestination, (message) => message.nack(), { ack: "client" }),
  ],
  [
    "redelivery of single messages",
    noRedeliveryMessage,
    (client) => client.subscribe(peers.queueDestination, () => undefined, { ack: "client-individual" }),
  ],
  ["a transaction", noTransactionsMessage, (client) => client.begin()],
  ["a transaction and its end", noTransactionsMessage, (client) => client.begin().commit()],
  ["a transaction that is taken back", noTransactionsMessage, (client) => client.begin("tx").abort()],
  ["the end of a transaction", noTransactionsMessage, (client) => client.commit("tx")],
  ["the taking back of a transaction", noTransactionsMessage, (client) => client.abort("tx")],
  [
    "a message within a transaction",
    noTransactionsMessage,
    (client) => client.publish({ destination: "/app/presence", headers: { transaction: "tx" }, body: "{}" }),
  ],
])("%s is refused with an ERROR", async (_what, reason, sendRefusedFrame) => {
  const client = await peers.connectClient();
  const errorFrame = waitForCallback(client, "onStompError");
  const socketClose = waitForSocketClose(client);
  sendRefusedFrame(client);
  const { command, headers, body } = await errorFrame;
  expect({ command, body, message: headers.message }).toEqual({
    command: "ERROR",
    body: reason,
    message: reason,
  });
  expect((await socketClose).code).toBe(1008);
});

test.each<[string, object]>([
  ["text", { body: "x".repeat(1_023 * 1_024) }],
  ["bytes", { binaryBody: new Uint8Array(1_023 * 1_024) }],
])("a megabyte of %s closes the socket as too big", async (_what, body) => {
  const client = await peers.connectClient();
  const closePromise = waitForSocketClose(client);
  client.publish({ destination: "/app/presence", ...body });
  expect((await closePromise).code).toBe(1009);
});

test("an acknowledgement that nobody asked for changes nothing", async () => {
  const client = await peers.connectClient();
  await sendWithReceipt(client, (headers) => client.ack("1", "0", headers));
  await sendWithReceipt(client, (headers) => client.nack("2", "0", headers));
  await peers.sendMessageAndReceive(client, "goes on");
});

test("a message that was refused by NACK is not delivered again", async () => {
  // In STOMP 1.1 a client can acknowledge every message by its id.
  const client = await peers.connectClient({ stompVersions: new Versions(["1.1"]) });
  const receivedBodies: string[] = [];
  const refusalReceived = Promise.withResolvers<void>();
  await sendWithReceipt(client, (headers) =>
    client.subscribe(
      peers.queueDestination,
      (message) => {
        const { content } = JSON.parse(message.body).message ?? {};
        if (content === undefined) return;
        receivedBodies.push(content);
        if (content === "refused")
          void sendWithReceipt(client, (receiptHeaders) => message.nack(receiptHeaders)).then(
            refusalReceived.resolve,
          );
      },
      headers,
    ),
  );
  await peers.sendMessageByApi("refused");
  await refusalReceived.promise;
  await peers.sendMessageAndReceive(client, "the next one");
  expect(receivedBodies).toEqual(["refused", "the next one"]);
});
