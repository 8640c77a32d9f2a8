import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { type BodyMemory, createBodyMemory } from "./body-memory.ts";

const megabyte = 1024 * 1024;

/** Reserves memory for a request body. The test ends the request by the returned function. */
function beginRequest(
  memory: BodyMemory,
  name: string,
  headers: Record<string, string>,
  maximumBytes = 5 * megabyte,
) {
  const answer = new EventEmitter();
  memory.reserve(
    {
      raw: { headers } as unknown as IncomingMessage,
      answer: answer as unknown as ServerResponse,
      maximumBytes,
    },
    { kind: "person", name },
  );
  return () => {
    answer.emit("finish");
    answer.emit("close");
  };
}
const ofBytes = (bytes: number) => ({ "content-length": String(bytes) });

test("one person's unfinished bodies have a bound, and others' do not count for it", () => {
  const memory = createBodyMemory();
  const first = beginRequest(memory, "an", ofBytes(5 * megabyte));
  beginRequest(memory, "an", ofBytes(5 * megabyte));
  beginRequest(memory, "an", ofBytes(5 * megabyte));
  expect(() => beginRequest(memory, "an", ofBytes(5 * megabyte))).toThrow("ERR.TOO_MANY");
  beginRequest(memory, "minh", ofBytes(5 * megabyte));
  first();
  beginRequest(memory, "an", ofBytes(5 * megabyte));
  expect(() => beginRequest(memory, "an", ofBytes(5 * megabyte))).toThrow("ERR.TOO_MANY");
});

test("a body without a length counts as the longest that its call takes", () => {
  const memory = createBodyMemory();
  const chunked = { "transfer-encoding": "chunked" };
  for (let count = 0; count < 3; count++) beginRequest(memory, "an", chunked);
  expect(() => beginRequest(memory, "an", chunked)).toThrow("ERR.TOO_MANY");
});

test("a call whose connection has ended while it was admitted holds no memory", () => {
  const memory = createBodyMemory();
  const closedRequest = { destroyed: true, headers: ofBytes(5 * megabyte) } as unknown as IncomingMessage;
  const answer = new EventEmitter() as unknown as ServerResponse;
  for (let count = 0; count < 10; count++)
    memory.reserve(
      { raw: closedRequest, answer, maximumBytes: 5 * megabyte },
      { kind: "person", name: "an" },
    );
  expect(beginRequest(memory, "an", ofBytes(5 * megabyte))).toBeTypeOf("function");
});

test("all bodies together have a bound, beyond which small ones still pass", () => {
  const memory = createBodyMemory();
  const ends = Array.from({ length: 51 }, (_, number) =>
    beginRequest(memory, `p${number}`, ofBytes(5 * megabyte)),
  );
  expect(() => beginRequest(memory, "late", ofBytes(5 * megabyte))).toThrow("ERR.TOO_MANY");
  beginRequest(memory, "late", ofBytes(10_000));
  for (const end of ends) end();
  beginRequest(memory, "late", ofBytes(5 * megabyte));
});

test("a body that is too large for its call, and a call without one, hold nothing", () => {
  const memory = createBodyMemory();
  for (let count = 0; count < 9; count++) {
    beginRequest(memory, "an", ofBytes(6 * megabyte));
    beginRequest(memory, "an", {});
  }
});
