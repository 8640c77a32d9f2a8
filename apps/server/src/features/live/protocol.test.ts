import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createConversation, markConversationRead } from "@kakehashi/contract/conversations";
import { getLiveEndpoint, liveEventSchema } from "@kakehashi/contract/live";
import { sendMessage } from "@kakehashi/contract/messages";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { connectAndSubscribe, StompClient } from "../../test/stomp.ts";
import { addTestPeople, type TestPeople, type TestPerson } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let serverUrl: string;
const openClients: StompClient[] = [];

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  serverUrl = await server.listen();
});
afterEach(() => {
  for (const client of openClients.splice(0)) client.socket.terminate();
});
afterAll(() => server.close());

async function openClient(options?: ConstructorParameters<typeof StompClient>[1]): Promise<StompClient> {
  const client = await new StompClient(serverUrl, options).waitForOpen();
  openClients.push(client);
  return client;
}

async function listenAs(person: TestPerson): Promise<StompClient> {
  const client = await connectAndSubscribe(serverUrl, person);
  openClients.push(client);
  return client;
}

async function createGroup(creator: TestPerson, ...otherMembers: TestPerson[]): Promise<string> {
  const body = { kind: "GROUP", name: "room", user_ids: otherMembers.map(({ id }) => id) };
  return (await creator.call(createConversation, { body })).data.id;
}

function sendText(person: TestPerson, id: string, content: string) {
  return person.call(sendMessage, { params: { id }, body: { client_id: randomUUID(), content } });
}

const waitForReceipt = (client: StompClient, id: string) =>
  client.waitForFrame("RECEIPT", ({ headers }) => headers["receipt-id"] === id);

describe.each(["1.0", "1.1", "1.2"])("STOMP %s", (version) => {
  test("connects, subscribes, hears, unsubscribes and says goodbye", async () => {
    const id = await createGroup(testPeople.aiko, testPeople.an);
    const client = await openClient({ stompVersionOfReceivedFrames: version });
    client.send(
      `CONNECT\naccept-version:${version}\nhost:localhost\nheart-beat:20000,0\nAuthorization:Bearer ${testPeople.an.tokens.access_token}\n\n\0`,
    );
    const connectedFrame = await client.waitForFrame("CONNECTED");
    // STOMP 1.0 has no heart-beats, so the CONNECTED frame has no such header.
    const heartBeatHeaders = version === "1.0" ? {} : { "heart-beat": "0,20000" };
    expect(connectedFrame.headers).toEqual({ version, ...heartBeatHeaders, server: "kakehashi" });

    client.send(
      `SUBSCRIBE\nid:sub-1\ndestination:/queue/${testPeople.an.endpoint}\nreceipt:subscribed\n\n\0`,
    );
    await waitForReceipt(client, "subscribed");
    const { data: sentMessage } = await sendText(testPeople.aiko, id, "橋: a\\b\nまた:1");
    const message = await client.waitForFrame("MESSAGE", ({ body }) => body.includes(sentMessage.id));
    expect(message.headers).toMatchObject({
      subscription: "sub-1",
      destination: `/queue/${testPeople.an.endpoint}`,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(message.body)),
    });
    expect(message.headers["message-id"]).toBeTruthy();
    expect(liveEventSchema.parse(JSON.parse(message.body))).toEqual({
      type: "MESSAGE_CREATED",
      conversation_id: id,
      seq: 1,
      message: sentMessage,
    });

    client.send("UNSUBSCRIBE\nid:sub-1\nreceipt:unsubscribed\n\n\0");
    await waitForReceipt(client, "unsubscribed");
    await sendText(testPeople.aiko, id, "unheard");
    client.send("DISCONNECT\nreceipt:bye\n\n\0");
    await waitForReceipt(client, "bye");
    expect((await client.waitForClose()).code).toBe(1000);
    expect(client.listEvents().filter(({ conversation_id }) => conversation_id === id)).toHaveLength(1);
  });
});

test("the newest version that both sides speak is chosen, and STOMP is another word for CONNECT", async () => {
  const client = await openClient();
  client.send(
    `STOMP\naccept-version:1.0,1.1,1.3\nAuthorization:Bearer ${testPeople.an.tokens.access_token}\n\n\0`,
  );
  expect((await client.waitForFrame("CONNECTED")).headers.version).toBe("1.1");
});

test("a client that speaks no version of ours is told which there are", async () => {
  const client = await openClient();
  client.send(`CONNECT\naccept-version:2.0\nAuthorization:Bearer ${testPeople.an.tokens.access_token}\n\n\0`);
  expect((await client.waitForFrame("ERROR")).headers).toMatchObject({
    message: "Supported versions are 1.2, 1.1, 1.0.",
    version: "1.2,1.1,1.0",
  });
});

test.each([
  ["v10.stomp", "1.0", "1.0"],
  ["v11.stomp", "1.1", "1.1,1.0"],
])(
  "a socket of the subprotocol %s speaks no version newer than %s",
  async (protocol, version, supportedVersions) => {
    const authorization = `Authorization:Bearer ${testPeople.an.tokens.access_token}`;
    const client = await openClient({ protocols: [protocol] });
    client.send(`CONNECT\naccept-version:1.0,1.1,1.2\n${authorization}\n\n\0`);
    expect((await client.waitForFrame("CONNECTED")).headers.version).toBe(version);
    const newerClient = await openClient({ protocols: [protocol] });
    newerClient.send(`CONNECT\naccept-version:1.2\n${authorization}\n\n\0`);
    expect((await newerClient.waitForFrame("ERROR")).headers.version).toBe(supportedVersions);
  },
);

test.each([
  ["1.2", "w\\cei\\\\rd \\r\\n\\\\n橋 "],
  ["1.1", "w\\cei\\\\rd \\n\\\\n橋 "],
  ["1.0", "w\\cei\\\\rd"],
])("in STOMP %s the header value %j comes back as it was", async (version, value) => {
  const client = await openClient({ stompVersionOfReceivedFrames: version });
  client.send(
    `CONNECT\naccept-version:${version}\nAuthorization:Bearer ${testPeople.an.tokens.access_token}\n\n\0`,
  );
  await client.waitForFrame("CONNECTED");
  const responseMessage = once(client.socket, "message");
  client.send(`UNSUBSCRIBE\nid:0\nreceipt:${value}\n\n\0`);
  expect(String((await responseMessage)[0])).toBe(`RECEIPT\nreceipt-id:${value}\n\n\0`);
});

test("each subscription of one connection gets every message under its own id, until it ends", async () => {
  const id = await createGroup(testPeople.aiko, testPeople.an);
  const client = await listenAs(testPeople.an);
  client.send(`SUBSCRIBE\nid:second\ndestination:/queue/${testPeople.an.endpoint}\nreceipt:two\n\n\0`);
  await waitForReceipt(client, "two");
  await sendText(testPeople.aiko, id, "for both");
  await client.waitForFrame("MESSAGE", ({ headers }) => headers.subscription === "second");
  client.send("UNSUBSCRIBE\nid:0\nreceipt:one\n\n\0");
  await waitForReceipt(client, "one");
  await sendText(testPeople.aiko, id, "for the second");
  await client.waitForEvent((event) => "message" in event && event.message.content === "for the second");
  const receivedFrames = client.frames
    .filter(({ command }) => command === "MESSAGE")
    .map(({ headers, body }) => [headers.subscription, JSON.parse(body).message.content]);
  expect(receivedFrames).toEqual([
    ["0", "for both"],
    ["second", "for both"],
    ["second", "for the second"],
  ]);
});

test("a heart-beat that is not two numbers is refused", async () => {
  for (const value of ["20000", "a,b", "-1,0", "1.5,0", ""]) {
    const client = await openClient();
    client.send(
      `CONNECT\naccept-version:1.2\nheart-beat:${value}\nAuthorization:Bearer ${testPeople.an.tokens.access_token}\n\n\0`,
    );
    const { body } = await client.waitForFrame("ERROR");
    expect(body).toBe("The heart-beat is not two numbers of milliseconds.");
  }
});

test.each([
  [["v12.stomp"], "v12.stomp"],
  [["v11.stomp"], "v11.stomp"],
  [["v10.stomp"], "v10.stomp"],
  [["v10.stomp", "v11.stomp", "v12.stomp"], "v12.stomp"],
])("a client that offers the subprotocols %j gets %s", async (protocols, subprotocol) => {
  expect((await openClient({ protocols })).socket.protocol).toBe(subprotocol);
});

test("CR LF line ends and repeated headers are read as STOMP 1.2 says: the first one counts", async () => {
  const client = await openClient();
  client.send(
    `CONNECT\r\naccept-version:1.2\r\nAuthorization:Bearer ${testPeople.an.tokens.access_token}\r\nAuthorization:Bearer other\r\n\r\n\0\r\n`,
  );
  await client.waitForFrame("CONNECTED");
});

test("several frames in one WebSocket message, and one frame in several, are read alike", async () => {
  const token = testPeople.an.tokens.access_token;
  const client = await openClient();
  client.send(
    `\n\nCONNECT\naccept-version:1.2\nAuthorization:Bearer ${token}\n\n\0\nSUBSCRIBE\nid:0\ndestination:/queue/${testPeople.an.endpoint}\nreceipt:one\n\n\0\n\n`,
  );
  await waitForReceipt(client, "one");
  for (const framePiece of ["UNSUB", "SCRIBE\nid:0\nrec", "eipt:two\n", "\n", "\0"]) client.send(framePiece);
  await waitForReceipt(client, "two");
  const bytes = await openClient();
  bytes.socket.send(Buffer.from(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${token}\n\n\0`));
  await bytes.waitForFrame("CONNECTED");
});

test("the endpoint that the API names is the queue that listens", async () => {
  const { data } = await testPeople.linh.call(getLiveEndpoint);
  expect(data.endpoint).toBe(testPeople.linh.endpoint);
  expect(data.endpoint.length).toBeGreaterThanOrEqual(43);
});

test("a message reaches every member on every device, its author too, and nobody else", async () => {
  const id = await createGroup(testPeople.aiko, testPeople.an, testPeople.minh);
  const members = await Promise.all(
    [testPeople.aiko, testPeople.an, testPeople.an, testPeople.minh].map(listenAs),
  );
  const outsideClients = await Promise.all([testPeople.linh, testPeople.emma].map(listenAs));
  const { data: sentMessage } = await sendText(testPeople.aiko, id, "for us");
  for (const member of members)
    await member.waitForEvent((event) => "message" in event && event.message.id === sentMessage.id);
  // Linh and Emma are not in the group. Their events arrive in order. So once they get this later event, they can no
  // longer get an event of the group's message.
  const otherGroup = await createGroup(testPeople.linh, testPeople.emma);
  await sendText(testPeople.linh, otherGroup, "for them");
  for (const outsideClient of outsideClients) {
    await outsideClient.waitForEvent(
      (event) => event.type === "MESSAGE_CREATED" && event.conversation_id === otherGroup,
    );
    expect(outsideClient.listEvents().filter(({ conversation_id }) => conversation_id === id)).toEqual([]);
  }
});

test("two hundred messages of four people arrive at everyone in the order of their numbers", async () => {
  const people = [testPeople.aiko, testPeople.an, testPeople.minh, testPeople.linh];
  const id = await createGroup(testPeople.aiko, testPeople.an, testPeople.minh, testPeople.linh);
  const listeners = await Promise.all(people.map(listenAs));
  await Promise.all(
    Array.from({ length: 200 }, (_, index) => sendText(people[index % 4] as TestPerson, id, `m${index}`)),
  );
  for (const listener of listeners) {
    await listener.waitForEvent((event) => event.conversation_id === id && event.seq === 200);
    const receivedSeqs = listener
      .listEvents()
      .filter((event) => event.type === "MESSAGE_CREATED" && event.conversation_id === id);
    expect(receivedSeqs.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  }
});

test("a member who is added while connected is told of the room and hears it from its first message on", async () => {
  const clientOfMinh = await listenAs(testPeople.minh);
  const id = await createGroup(testPeople.aiko, testPeople.minh);
  const { data: sentMessage } = await sendText(testPeople.aiko, id, "welcome");
  await clientOfMinh.waitForEvent((event) => "message" in event && event.message.id === sentMessage.id);
  const roomEvents = clientOfMinh.listEvents().filter((event) => event.conversation_id === id);
  expect(roomEvents.map(({ type, seq }) => [type, seq])).toEqual([
    ["CONVERSATION_ADDED", 0],
    ["MESSAGE_CREATED", 1],
  ]);
  expect(roomEvents[0]).toMatchObject({
    conversation: { id, name: "room", unread_count: 0, member_count: 2 },
  });
});

test("a read mark is told to one's own devices alone", async () => {
  const id = await createGroup(testPeople.aiko, testPeople.an);
  const [phone, desktopClient, otherClient] = await Promise.all(
    [testPeople.an, testPeople.an, testPeople.aiko].map(listenAs),
  );
  await sendText(testPeople.aiko, id, "one");
  await testPeople.an.call(markConversationRead, { params: { id }, body: {} });
  for (const device of [phone, desktopClient])
    expect(
      await device?.waitForEvent((event) => event.type === "READ_CHANGED" && event.conversation_id === id),
    ).toEqual({
      type: "READ_CHANGED",
      conversation_id: id,
      seq: 1,
      read_number: 1,
      unread_count: 0,
      mention_count: 0,
    });
  await sendText(testPeople.an, id, "two");
  await otherClient?.waitForEvent((event) => event.conversation_id === id && event.seq === 2);
  expect(otherClient?.listEvents().filter(({ type }) => type === "READ_CHANGED")).toEqual([]);
});
