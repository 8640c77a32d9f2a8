import { expect, test } from "vitest";
import { createFetchableAddressCheck } from "./file-sources.ts";

test("files come from the open web, and from a stand-in whose address is configured", () => {
  const isAllowedSource = createFetchableAddressCheck([
    "http://127.0.0.1:4801/v25.0",
    "https://graph.facebook.com/v25.0",
  ]);
  expect(isAllowedSource("93.184.215.14", 443)).toBe(true);
  expect(isAllowedSource("127.0.0.1", 4801)).toBe(true);
  // The server must not fetch files from other ports of its own computer or from other computers of its network.
  for (const [address, port] of [
    ["127.0.0.1", 4802],
    ["127.0.0.1", 80],
    ["10.0.0.1", 4801],
    ["93.184.215.14", 4801],
  ] as const)
    expect(isAllowedSource(address, port)).toBe(false);
});

test("a platform's real address allows nothing inside", () => {
  const isAllowedSource = createFetchableAddressCheck([
    "https://graph.facebook.com/v25.0",
    "https://openapi.zalo.me",
  ]);
  expect(isAllowedSource("127.0.0.1", 443)).toBe(false);
});
