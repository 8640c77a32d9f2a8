import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import {
  createTrustedProxyCheck,
  findCallerIpAddress,
  keepOnlyForwardedIpAddresses,
  networkOf,
} from "./network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:0207", "192.0.2.7"],
  ["2001:db8:1:2::1", "2001:db8:1:2"],
  ["2001:DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2"],
  ["2001:db8::2:0:0:0:1", "2001:db8:0:2"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unknown"],
])("%s is of the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.9", [], "203.0.113.9", "nobody is named"],
  ["203.0.113.9", ["198.51.100.1"], "203.0.113.9", "a stranger names somebody"],
  ["127.0.0.1", ["198.51.100.1"], "198.51.100.1", "a proxy on this machine does"],
  ["::ffff:10.1.2.3", ["198.51.100.1"], "198.51.100.1", "a trusted proxy elsewhere does"],
  [
    "fd00::5",
    ["192.0.2.1, 198.51.100.1, 10.1.9.9"],
    "198.51.100.1",
    "two trusted ones do, after a claim of the caller's",
  ],
  ["10.1.2.3", ["127.0.0.1", "198.51.100.1"], "198.51.100.1", "the caller claims to be this machine"],
  ["10.2.0.1", ["198.51.100.1"], "10.2.0.1", "a neighbour of the trusted network does"],
  ["127.0.0.1", ["198.51.100.1:4711"], "198.51.100.1", "a proxy writes the port too"],
  ["127.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1", "a proxy writes the port of an IPv6 address"],
  ["127.0.0.1", ["198.51.100.1", "x".repeat(300)], "127.0.0.1", "a proxy passes on what is no address"],
  ["127.0.0.1", ["unknown", "198.51.100.1"], "198.51.100.1", "a caller claims what is no address"],
])("who comes from %s with %j is %s: %s", (remoteAddress, forwardedForHeader, caller) => {
  const isTrustedProxy = createTrustedProxyCheck(["10.1.0.0/16", "fd00::/8"]);
  const request = {
    socket: { remoteAddress },
    headers: { "x-forwarded-for": forwardedForHeader.join(", ") },
  };
  expect(findCallerIpAddress(request as unknown as IncomingMessage, isTrustedProxy)).toBe(caller);
});

test("a request shows its framework only addresses in X-Forwarded-For", async () => {
  const server = createServer();
  server.on("request", ({ headers }, response) => response.end(String(headers["x-forwarded-for"])));
  keepOnlyForwardedIpAddresses(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const readForwardedFor = async (claimed: string) =>
    (await fetch(`http://127.0.0.1:${port}`, { headers: { "x-forwarded-for": claimed } })).text();
  expect(await readForwardedFor("10, x, 198.51.100.1:80, 10.0.0.1")).toBe("198.51.100.1, 10.0.0.1");
  expect(await readForwardedFor("198.51.100.1, <script>")).toBe("undefined");
  server.close();
});
