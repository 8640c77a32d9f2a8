import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startNameServer } from "../../test/name-server.ts";
import { fetchPublicPage, RefusedUrlError, requestPublicUrl } from "./public-fetch.ts";

const outsideSite = createServer((_, response) =>
  response.setHeader("content-type", "text/html").end("hello"),
);
let port: number;
let nameServer: Awaited<ReturnType<typeof startNameServer>>;
let nameServerAnswers: (readonly string[] | null)[];
let lookedUpHosts: string[];

beforeAll(async () => {
  outsideSite.listen(0, "127.0.0.1");
  await once(outsideSite, "listening");
  port = (outsideSite.address() as AddressInfo).port;
  nameServer = await startNameServer((name) => {
    lookedUpHosts.push(name);
    return nameServerAnswers.shift() ?? null;
  });
});
beforeEach(() => {
  lookedUpHosts = [];
});
afterAll(() => {
  nameServer.close();
  outsideSite.closeAllConnections();
  outsideSite.close();
});

const fetchText = (host: string, timeoutMs = 5_000) =>
  fetchPublicPage(`http://${host}:${port}/`, {
    timeoutMs,
    maximumBytes: 1_000,
    onTooLong: "cut",
    acceptedTypes: /^text\/html/,
    allow: (address) => address === "127.0.0.1" || address === "8.8.8.8",
  });

test("the address that was judged is the one that is connected to: the name is asked for once", async () => {
  nameServerAnswers = [["127.0.0.1"], ["127.0.0.2"]];
  expect((await fetchText("rebind.example")).body.toString()).toBe("hello");
  expect(lookedUpHosts).toEqual(["rebind.example"]);
});

test("one internal address among several is enough to refuse a name", async () => {
  nameServerAnswers = [["8.8.8.8", "10.0.0.1"]];
  await expect(fetchText("mixed.example")).rejects.toThrow(RefusedUrlError);
});

test("a name server that keeps silent costs no more than the time given", async () => {
  nameServerAnswers = [];
  await expect(fetchText("silent.example", 100)).rejects.toThrow(/timeout/i);
});

test("a site that takes a connection and says nothing costs no more than the time given, and is known by it", async () => {
  const silentServer = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  const url = new URL(`http://127.0.0.1:${(silentServer.address() as AddressInfo).port}/`);
  const pendingRequest = requestPublicUrl(url, {
    headers: {},
    signal: AbortSignal.timeout(100),
    allow: () => true,
  });
  await expect(pendingRequest).rejects.toMatchObject({ name: "TimeoutError" });
  silentServer.close();
});

test.each(["intranet", "localhost", "localhost."])(
  "%s, which stands alone, is not asked for",
  async (host) => {
    await expect(fetchText(host)).rejects.toThrow(RefusedUrlError);
    expect(lookedUpHosts).toEqual([]);
  },
);
