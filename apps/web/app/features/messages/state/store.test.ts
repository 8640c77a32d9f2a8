import { getChanges } from "@kakehashi/contract/conversations";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { listMessages, type Message, messagesAround } from "@kakehashi/contract/messages";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as ApiErrorModule from "../../../kit/api-error.ts";
import { outagePauseMs } from "../../../kit/api-error.ts";
import type * as Rooms from "./chats.ts";
import { messageFixture as message } from "./message.fixture.ts";
import type * as Store from "./store.ts";

const room = "room";

/** All messages of the room that the fake server has. */
let serverMessages: Message[] = [];
/** The number of further requests for changes that the fake server refuses. */
let failingRequestCount = 0;
let simulateConnect = () => {};
let store: typeof Store;
let rooms: typeof Rooms;
/** Import the class together with the tested code, because `instanceof` needs the same module instance. */
let ApiError: typeof ApiErrorModule.ApiError;

async function answer(endpoint: Endpoint, request: { query?: { since?: number; after?: number } }) {
  const seq = serverMessages.at(-1)?.seq ?? 0;
  const after = request.query?.after;
  if (endpoint.path === listMessages.path && after !== undefined)
    return { data: serverMessages.slice(after - 1, after + 2), meta: { above: true, below: true, seq } };
  if (endpoint.path === listMessages.path)
    return { data: serverMessages, meta: { above: false, below: false, seq } };
  if (endpoint.path === messagesAround.path)
    return { data: [message(7, { parent_id: "id-1" })], meta: { above: false, below: false, seq } };
  if (endpoint.path !== getChanges.path) throw new Error(`Nobody expected ${endpoint.path}`);
  if (failingRequestCount-- > 0) throw new ApiError(503, "ERR.UNAVAILABLE", "");
  const since = request.query?.since ?? 0;
  return {
    data: { messages: serverMessages.filter((message) => message.changed_seq > since), seq },
    meta: { has_more: false },
  };
}
const call = vi.fn(answer);

beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../../kit/api.ts", () => ({ call }));
  vi.doMock("./stored-chats.ts", () => ({ storeChat: () => {}, readStoredChat: async () => null }));
  vi.doMock("./outbox.ts", () => ({ queuedMessagesOf: () => [] }));
  vi.doMock("../../live/connection.ts", () => ({
    liveStatus: () => "connected",
    onLiveEvent: () => () => {},
    onLiveConnect: (listener: () => void) => {
      simulateConnect = listener;
      return () => {};
    },
  }));
  ({ ApiError } = await import("../../../kit/api-error.ts"));
  rooms = await import("./chats.ts");
  store = await import("./store.ts");
});
afterAll(() => {
  for (const path of ["../../../kit/api.ts", "./stored-chats.ts", "./outbox.ts", "../../live/connection.ts"])
    vi.doUnmock(path);
  vi.resetModules();
});

let stopFollowing = () => {};
beforeEach(() => {
  vi.useFakeTimers();
  serverMessages = [message(1)];
  failingRequestCount = 0;
  call.mockReset().mockImplementation(answer);
  stopFollowing = store.keepChatsUpdated();
});
afterEach(() => {
  stopFollowing();
  vi.useRealTimers();
});

const shownMessageIds = () => rooms.chatStateOf(room).timeline?.messages.map(({ id }) => id);

test("missed changes are requested until the server answers, without a new connection", async () => {
  await store.openChat(room);
  serverMessages.push(message(2));
  failingRequestCount = 2;
  simulateConnect();
  await vi.advanceTimersByTimeAsync(outagePauseMs);
  expect([failingRequestCount, shownMessageIds()]).toEqual([0, ["id-1"]]);
  await vi.advanceTimersByTimeAsync(outagePauseMs);
  expect(shownMessageIds()).toEqual(["id-1", "id-2"]);
});

test("a refused request is not repeated", async () => {
  await store.openChat(room);
  call.mockRejectedValue(new ApiError(404, "ERR.NOT_FOUND", ""));
  simulateConnect();
  await vi.advanceTimersByTimeAsync(10 * outagePauseMs);
  expect(call.mock.calls.filter(([endpoint]) => endpoint.path === getChanges.path)).toHaveLength(1);
});

test("messages sent between loading a room and connecting the live channel are shown", async () => {
  const answerGate = Promise.withResolvers<void>();
  call.mockImplementationOnce(async (...request) => {
    const serverAnswer = await answer(...request);
    const copy = { ...serverAnswer, data: [...(serverAnswer.data as Message[])] };
    await answerGate.promise;
    return copy as typeof serverAnswer;
  });
  const chatOpening = store.openChat(room);
  await vi.advanceTimersByTimeAsync(0);
  serverMessages.push(message(2));
  simulateConnect();
  answerGate.resolve();
  await chatOpening;
  await vi.advanceTimersByTimeAsync(outagePauseMs);
  expect(shownMessageIds()).toEqual(["id-1", "id-2"]);
});

test("missed changes are no longer requested once the conversation is closed", async () => {
  await store.loadMessagesAfter(room, 1);
  const requestedSeqs: (number | undefined)[] = [];
  call.mockImplementation(async (_, { query }) => {
    if (requestedSeqs.push(query?.since) > 9) throw new Error("It is asked for ever");
    store.leaveChat(room);
    return { data: { messages: [], seq: 1 }, meta: { has_more: true } };
  });
  simulateConnect();
  await vi.advanceTimersByTimeAsync(outagePauseMs);
  expect(requestedSeqs).toHaveLength(1);
});

test("a link to a reply opens its thread, and the room stays unchanged", async () => {
  expect(await store.openChat(room, "id-7")).toMatchObject({ id: "id-7", parent_id: "id-1" });
  expect(shownMessageIds()).toEqual(undefined);
  expect(await store.openChat(room)).toBeUndefined();
  expect(shownMessageIds()).toEqual(["id-1"]);
});

test("the first message after a number is loaded with its neighbours, and reopening begins at the newest", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  await store.openChat(room);
  await store.loadMessagesAfter(room, 4);
  expect(shownMessageIds()).toEqual(["id-4", "id-5", "id-6"]);
  store.leaveChat(room);
  await store.openChat(room);
  expect(shownMessageIds()).toHaveLength(9);
  store.leaveChat(room);
  expect(shownMessageIds()).toHaveLength(9);
});

test("if the unread messages cannot be loaded, the shown ones stay and the caller gets the error", async () => {
  await store.openChat(room);
  call.mockRejectedValueOnce(new ApiError(503, "ERR.UNAVAILABLE", ""));
  await expect(store.loadMessagesAfter(room, 0)).rejects.toMatchObject({ status: 503 });
  expect(shownMessageIds()).toEqual(["id-1"]);
});

/** Makes the fake server hold back its next response. Call the returned function to send it. */
function holdNextAnswer(): () => void {
  const answerGate = Promise.withResolvers<void>();
  call.mockImplementationOnce(async (...request) => {
    await answerGate.promise;
    return answer(...request);
  });
  return answerGate.resolve;
}

test("a conversation that is closed while an older window loads opens at the newest messages", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  await store.openChat(room);
  const releaseAnswer = holdNextAnswer();
  const chatOpening = store.loadMessagesAfter(room, 4);
  store.leaveChat(room);
  const openingAgain = store.openChat(room);
  releaseAnswer();
  await Promise.all([chatOpening, openingAgain]);
  expect(shownMessageIds()).toHaveLength(9);
});

test("the window requested last is shown, whichever arrives first", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  const releaseAnswer = holdNextAnswer();
  const firstOpening = store.openChat(room);
  const secondOpening = store.loadMessagesAfter(room, 4);
  await secondOpening;
  expect(shownMessageIds()).toEqual(["id-4", "id-5", "id-6"]);
  releaseAnswer();
  await firstOpening;
  expect(shownMessageIds()).toEqual(["id-4", "id-5", "id-6"]);
  // A request that was cancelled must not keep later requests from running.
  await store.loadNewestMessages(room);
  expect(shownMessageIds()).toHaveLength(9);
});

test("a window that is requested twice is loaded once", async () => {
  await Promise.all([store.openChat(room), store.openChat(room)]);
  expect(call.mock.calls.filter(([endpoint]) => endpoint.path === listMessages.path)).toHaveLength(1);
});

test("opening a loaded message stays there, whatever was requested before", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  await store.openChat(room);
  const releaseAnswer = holdNextAnswer();
  const pendingOpening = store.loadMessagesAfter(room, 4);
  await store.openChat(room, "id-9");
  releaseAnswer();
  await pendingOpening;
  expect(shownMessageIds()).toHaveLength(9);
});

test("preloading a conversation does not stop a link into it", async () => {
  const releaseAnswer = holdNextAnswer();
  const openingByLink = store.openChat(room, "id-7");
  store.preloadChat(room);
  releaseAnswer();
  expect(await openingByLink).toMatchObject({ id: "id-7" });
});

test("a link that failed offline is opened with the next connection", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  call.mockRejectedValueOnce(new ApiError(0, "NETWORK", ""));
  await store.openChat(room, "id-5");
  expect(shownMessageIds()).toBeUndefined();
  call.mockResolvedValueOnce({
    data: serverMessages.slice(3, 6),
    meta: { above: true, below: true, seq: 9 },
  });
  simulateConnect();
  await vi.advanceTimersByTimeAsync(0);
  expect(call.mock.calls.filter(([endpoint]) => endpoint.path === messagesAround.path)).toHaveLength(2);
  expect(shownMessageIds()).toEqual(["id-4", "id-5", "id-6"]);
});

test("if such a link leads to a reply, the room shows its newest messages", async () => {
  call.mockRejectedValueOnce(new ApiError(0, "NETWORK", ""));
  await store.openChat(room, "id-7");
  simulateConnect();
  await vi.advanceTimersByTimeAsync(0);
  expect(shownMessageIds()).toEqual(["id-1"]);
});
