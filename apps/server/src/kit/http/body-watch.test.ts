import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { lingerMs, progressBytes, stallMs, watchBodies } from "./body-watch.ts";
import { clientErrorAnswers, followAnswers } from "./client-errors.ts";

let server: Server;
let time = 0;
afterEach(() => server.close());

/**
 * A server whose clock the test sets, and a function that sends bytes to it and resolves when they have
 * arrived.
 */
async function start(listener: RequestListener) {
  time = 0;
  server = createServer(listener);
  const answer = clientErrorAnswers("http://localhost");
  server.on("clientError", (error, socket) => answer(error, socket as Socket));
  followAnswers(server);
  const watch = watchBodies(server, () => time);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = await accepted;
  return {
    client,
    check(ms: number) {
      time += ms;
      watch.check();
    },
    async send(bytes: string) {
      const goal = peer.bytesRead + bytes.length;
      const arrived = Promise.withResolvers<void>();
      const look = () => (peer.bytesRead >= goal ? arrived.resolve() : setImmediate(look));
      client.write(bytes);
      look();
      await arrived.promise;
    },
  };
}

const head = (length: number) =>
  `POST /api/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`;

test("a body that stands still is answered with 408 in the shape of the API's errors", async () => {
  const { client, check, send } = await start((request) => request.resume());
  await send(`${head(1_000_000)}half`);
  check(stallMs - 1);
  expect(client.closed).toBe(false);
  check(1);
  const [first = "", body = ""] = (await text(client)).split("\r\n\r\n");
  expect(first).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(body).error.code).toBe("ERR.TIMEOUT");
});

test("a body that trickles is cut", async () => {
  const { client, check, send } = await start((request) => request.resume());
  await send(head(1_000_000));
  const answer = text(client);
  for (let waited = 0; waited < stallMs; waited += 5_000) {
    await send("x".repeat(1_000));
    check(5_000);
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test("a body that is slow and makes progress may take hours", async () => {
  const { client, check, send } = await start((request, response) => {
    request.resume().once("end", () => response.end("whole"));
  });
  const parts = 200;
  await send(`${head(parts * progressBytes)}`.replace("host", "connection: close\r\nhost"));
  for (let part = 0; part < parts; part++) {
    check(stallMs - 1);
    await send("x".repeat(progressBytes));
  }
  expect(time).toBeGreaterThan(2 * 3_600_000);
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 [\s\S]*whole/);
});

test("a body that nobody reads here is not its sender's delay", async () => {
  const full = Promise.withResolvers<() => void>();
  const { client, check, send } = await start((request, response) => {
    const read = () => request.resume().once("end", () => response.end("whole"));
    const look = () => {
      if (request.readableLength >= request.readableHighWaterMark) full.resolve(read);
      else setImmediate(look);
    };
    look();
  });
  const size = 256 * 1024;
  await send(head(size).replace("host", "connection: close\r\nhost"));
  const whole = send("x".repeat(size));
  const read = await full.promise;
  check(stallMs);
  check(stallMs);
  check(stallMs);
  read();
  await whole;
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 [\s\S]*whole/);
});

test("who is refused and sends on is cut, at once where nothing comes, and in any case in the end", async () => {
  const refuse: RequestListener = (_, response) => response.writeHead(401).end();
  const silent = await start(refuse);
  const refused = once(silent.client, "data");
  await silent.send(head(1_000_000));
  await refused;
  silent.check(0);
  silent.check(5_000);
  await once(silent.client, "close");
  server.close();

  const chatty = await start(refuse);
  chatty.client.on("error", () => undefined).resume();
  const closed = once(chatty.client, "close");
  await chatty.send(head(1_000_000));
  chatty.check(0);
  for (let waited = 5_000; waited < lingerMs; waited += 5_000) {
    await chatty.send("more");
    chatty.check(5_000);
  }
  expect(chatty.client.closed).toBe(false);
  await chatty.send("more");
  chatty.check(5_000);
  await closed;
});
