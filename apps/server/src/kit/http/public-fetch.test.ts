import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startNameServer } from "../../test/name-server.ts";
import { fetchPublicPage, RefusedUrlError, requestPublicUrl } from "./public-fetch.ts";

const site = createServer((_, response) => response.setHeader("content-type", "text/html").end("hello"));
let port: number;
let names: Awaited<ReturnType<typeof startNameServer>>;
let answers: (readonly string[] | null)[];
let lookedUpHosts: string[];

beforeAll(async () => {
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  port = (site.address() as AddressInfo).port;
  names = await startNameServer((name) => {
    lookedUpHosts.push(name);
    return answers.shift() ?? null;
  });
});
beforeEach(() => {
  lookedUpHosts = [];
});
afterAll(() => {
  names.close();
  site.closeAllConnections();
  site.close();
});

const fetchText = (host: string, timeoutMs = 5_000) =>
  fetchPublicPage(`http://${host}:${port}/`, {
    timeoutMs,
    limit: 1_000,
    onTooLong: "cut",
    acceptedTypes: /^text\/html/,
    allow: (address) => address === "127.0.0.1" || address === "8.8.8.8",
  });

test("the address that was judged is the one that is connected to: the name is asked for once", async () => {
  answers = [["127.0.0.1"], ["127.0.0.2"]];
  expect((await fetchText("rebind.example")).body.toString()).toBe("hello");
  expect(lookedUpHosts).toEqual(["rebind.example"]);
});

test("one internal address among several is enough to refuse a name", async () => {
  answers = [["8.8.8.8", "10.0.0.1"]];
  await expect(fetchText("mixed.example")).rejects.toThrow(RefusedUrlError);
});

test("a name server that keeps silent costs no more than the time given", async () => {
  answers = [];
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
