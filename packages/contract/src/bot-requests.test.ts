import { expect, test } from "vitest";
import { isPrivateHost, requestHostsSchema } from "./bot-requests.ts";

test.each([
  "10.0.0.5",
  "169.254.169.254",
  "127.0.0.1:4118",
  "0.0.0.0",
  "100.64.0.1",
  "172.16.0.1",
  "172.31.255.1",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "168.63.129.16",
  "[::1]",
  "[::]",
  "[fd00::1]:8080",
  "[fe80::1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::a00:5]",
  "[2001:db8::1]",
  "[2001::1]",
  "[2002:a00:5::]",
  "localhost",
  "localhost:3000",
  "api.localhost",
  "printer.local",
  "metadata.google.internal",
  "localhost.",
])("A host that is not on the public internet is refused: %s", (host) => {
  const { error } = requestHostsSchema.safeParse([host]);
  expect(error?.issues.map(({ message, path }) => [message, path])).toEqual([["private_host", [0]]]);
});

test.each([
  "api.example.com",
  "api.example.com:80",
  "8.8.8.8",
  "172.15.0.1",
  "172.32.0.1",
  "100.128.0.1",
  "192.0.3.1",
  "203.0.114.1",
  "[2606:4700::1111]",
  "[2001:4860:4860::8888]",
  "local.example.com",
  "mylocalhost.example",
])("A host on the public internet is taken: %s", (host) => {
  expect(requestHostsSchema.safeParse([host]).success).toBe(true);
  expect(isPrivateHost(host)).toBe(false);
});

test.each(["api.example.com:25", "api.example.com:8443", "8.8.8.8:5432", "[2606:4700::1111]:6379"])(
  "A port that is not called is refused: %s",
  (host) => {
    const { error } = requestHostsSchema.safeParse([host]);
    expect(error?.issues.map(({ message, path }) => [message, path])).toEqual([["host_port", [0]]]);
  },
);
