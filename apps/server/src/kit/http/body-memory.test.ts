import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { type BodyMemoryLimiter, createBodyMemoryLimiter } from "./body-memory.ts";

const bytesPerMegabyte = 1024 * 1024;

/** Reserves memory for the body of a simulated request. Returns a function that ends the request. */
function beginRequest(
  memory: BodyMemoryLimiter,
  name: string,
  headers: Record<string, string>,
  maximumBytes = 5 * bytesPerMegabyte,
) {
  const response = new EventEmitter();
  memory.reserveMemory(
    {
      raw: { headers } as unknown as IncomingMessage,
      answer: response as unknown as ServerResponse,
      maximumBytes,
    },
    { kind: "person", name },
  );
  return () => {
    response.emit("finish");
    response.emit("close");
  };
}
const contentLengthHeader = (bytes: number) => ({ "content-length": String(bytes) });

test("one person's unfinished bodies have a bound, and others' do not count for it", () => {
  const memory = createBodyMemoryLimiter();
  const endFirstRequest = beginRequest(memory, "an", contentLengthHeader(5 * bytesPerMegabyte));
  beginRequest(memory, "an", contentLengthHeader(5 * bytesPerMegabyte));
  beginRequest(memory, "an", contentLengthHeader(5 * bytesPerMegabyte));
  expect(() => beginRequest(memory, "an", contentLengthHeader(5 * bytesPerMegabyte))).toThrow("ERR.TOO_MANY");
  beginRequest(memory, "minh", contentLengthHeader(5 * bytesPerMegabyte));
  endFirstRequest();
  beginRequest(memory, "an", contentLengthHeader(5 * bytesPerMegabyte));
  expect(() => beginRequest(memory, "an", contentLengthHeader(5 * bytesPerMegabyte))).toThrow("ERR.TOO_MANY");
});

test("a body without a length counts as the longest that its call takes", () => {
  const memory = createBodyMemoryLimiter();
  const chunkedHeader = { "transfer-encoding": "chunked" };
  for (let count = 0; count < 3; count++) beginRequest(memory, "an", chunkedHeader);
  expect(() => beginRequest(memory, "an", chunkedHeader)).toThrow("ERR.TOO_MANY");
});

test("a call whose connection has ended while it was admitted holds no memory", () => {
  const memory = createBodyMemoryLimiter();
  const closedRequest = {
    destroyed: true,
    headers: contentLengthHeader(5 * bytesPerMegabyte),
  } as unknown as IncomingMessage;
  const response = new EventEmitter() as unknown as ServerResponse;
  for (let count = 0; count < 10; count++)
    memory.reserveMemory(
      { raw: closedRequest, answer: response, maximumBytes: 5 * bytesPerMegabyte },
      { kind: "person", name: "an" },
    );
  expect(beginRequest(memory, "an", contentLengthHeader(5 * bytesPerMegabyte))).toBeTypeOf("function");
});

test("all bodies together have a bound, beyond which small ones still pass", () => {
  const memory = createBodyMemoryLimiter();
  const endRequestFunctions = Array.from({ length: 51 }, (_, number) =>
    beginRequest(memory, `p${number}`, contentLengthHeader(5 * bytesPerMegabyte)),
  );
  expect(() => beginRequest(memory, "late", contentLengthHeader(5 * bytesPerMegabyte))).toThrow(
    "ERR.TOO_MANY",
  );
  beginRequest(memory, "late", contentLengthHeader(10_000));
  for (const end of endRequestFunctions) end();
  beginRequest(memory, "late", contentLengthHeader(5 * bytesPerMegabyte));
});

test("a body that is too large for its call, and a call without one, hold nothing", () => {
  const memory = createBodyMemoryLimiter();
  for (let count = 0; count < 9; count++) {
    beginRequest(memory, "an", contentLengthHeader(6 * bytesPerMegabyte));
    beginRequest(memory, "an", {});
  }
});
