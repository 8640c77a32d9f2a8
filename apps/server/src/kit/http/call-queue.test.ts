import { EventEmitter } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { type CallQueue, createCallQueue, maximumRunningCallsPerSession } from "./call-queue.ts";

/** The sender of a request: a person's session, or a guest with an IP address. */
type TestCaller = { userId: string; sessionId: string } | { ip: string };

/** Starts a request. `endAnswer` simulates that the whole response was sent or that the connection was closed. */
function makeCall(turns: CallQueue, caller: TestCaller) {
  const response = Object.assign(new EventEmitter(), { destroyed: false });
  const request = { actor: "ip" in caller ? null : caller, ip: "ip" in caller ? caller.ip : "127.0.0.1" };
  const testCall = {
    hasTurn: false,
    endAnswer: () => {
      response.destroyed = true;
      response.emit("close");
    },
    turn: turns.waitForTurn(request as FastifyRequest, { raw: response } as unknown as FastifyReply),
  };
  testCall.turn.then(
    () => {
      testCall.hasTurn = true;
    },
    () => undefined,
  );
  return testCall;
}

const waitForNextTurn = () => new Promise(setImmediate);
const countTurns = (calls: { hasTurn: boolean }[]) => calls.filter(({ hasTurn }) => hasTurn).length;
const makeCalls = (turns: CallQueue, count: number, caller: TestCaller) =>
  Array.from({ length: count }, () => makeCall(turns, caller));

test("guests of one network take turns, and other networks do not wait for them", async () => {
  const turns = createCallQueue();
  const calls = makeCalls(turns, 20, { ip: "203.0.113.7" });
  const otherCall = makeCall(turns, { ip: "198.51.100.1" });
  await waitForNextTurn();
  expect([countTurns(calls), otherCall.hasTurn]).toEqual([maximumRunningCallsPerSession, true]);
  calls[0]?.endAnswer();
  await waitForNextTurn();
  expect(countTurns(calls)).toBe(maximumRunningCallsPerSession + 1);
});

test("one person's sessions together have a limit, which one session alone does not reach", async () => {
  const turns = createCallQueue();
  const firstCalls = makeCalls(turns, 20, { userId: "an", sessionId: "phone" });
  const secondCalls = makeCalls(turns, 20, { userId: "an", sessionId: "computer" });
  const thirdCalls = makeCalls(turns, 20, { userId: "an", sessionId: "tablet" });
  await waitForNextTurn();
  expect([firstCalls, secondCalls, thirdCalls].map(countTurns)).toEqual([
    maximumRunningCallsPerSession,
    4,
    0,
  ]);
  for (const endedCall of firstCalls) endedCall.endAnswer();
  await waitForNextTurn();
  expect([secondCalls, thirdCalls].map(countTurns)).toEqual([8, 4]);
});

test("a call whose client leaves while it waits is refused, and gives its turn to the next call", async () => {
  const turns = createCallQueue();
  const caller = { userId: "an", sessionId: "phone" };
  const runningCalls = makeCalls(turns, maximumRunningCallsPerSession, caller);
  const [disconnectedCall, waitingCall] = [makeCall(turns, caller), makeCall(turns, caller)];
  disconnectedCall.endAnswer();
  runningCalls[0]?.endAnswer();
  await expect(disconnectedCall.turn).rejects.toThrow("ERR.TIMEOUT");
  await waitingCall.turn;
});

test("a turn can end before the answer is taken", async () => {
  const turns = createCallQueue();
  const caller = { userId: "an", sessionId: "phone" };
  const [firstCall] = makeCalls(turns, maximumRunningCallsPerSession, caller);
  const waitingCall = makeCall(turns, caller);
  const endTurn = await firstCall?.turn;
  endTurn?.();
  await waitingCall.turn;
});
