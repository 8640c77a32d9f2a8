import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createLiveWithoutDatabase } from "../../test/live-alone.ts";
import { StompClient } from "../../test/stomp.ts";
import { encodeMessageHead } from "./frames.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test("an open socket does not keep the request that opened it", async () => {
  const { live, close } = await createLiveWithoutDatabase();
  const server = createServer();
  let requestReference: WeakRef<IncomingMessage> | undefined;
  server.on("upgrade", (request, socket, head) => {
    requestReference = new WeakRef(request);
    live.handleUpgrade(request, socket, head);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = await new StompClient(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ).waitForOpen();
  client.send("CONNECT\naccept-version:1.2\nAuthorization:Bearer an:s\n\n\0");
  await client.waitForFrame("CONNECTED");
  await expect
    .poll(() => {
      collectGarbage();
      return requestReference?.deref();
    })
    .toBeUndefined();
  expect(live.countConnections()).toBe(1);
  await close();
  await client.waitForClose();
  server.close();
});

test("what a subscription stores has memory of exactly its size", () => {
  const head = encodeMessageHead("0", "/queue/of-an", "1.2");
  expect(head.buffer.byteLength).toBe(head.length);
});
