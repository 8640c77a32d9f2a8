import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import { listMessages, listMessagesAround, type Message } from "@kakehashi/contract/messages";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as ApiErrorModule from "../../../kit/api-error.ts";
import { minimumRetryWaitMs } from "../../../kit/api-error.ts";
import type * as Rooms from "./chats.ts";
import { messageFixture as message } from "./message.fixture.ts";
import type * as OpenChat from "./open-chat.ts";
import type * as Store from "./store.ts";

const roomId = "room";

/** All messages of the room that the fake server has. */
let serverMessages: Message[] = [];
/** The number of further requests for changes that the fake server refuses. */
let failingRequestCount = 0;
let simulateConnect = () => {};
let storeModule: typeof Store;
let openChatModule: typeof OpenChat;
let roomsModule: typeof Rooms;
/** Import the class together with the tested code, because `instanceof` needs the same module instance. */
let ApiError: typeof ApiErrorModule.ApiError;

async function respondToCall(endpoint: Endpoint, request: { query?: { since?: number; after?: number } }) {
  const seq = serverMessages.at(-1)?.seq ?? 0;
  const afterNumber = request.query?.after;
  if (endpoint.path === listMessages.path && afterNumber !== undefined)
    return {
      data: serverMessages.slice(afterNumber - 1, afterNumber + 2),
      meta: { above: true, below: true, seq },
    };
  if (endpoint.path === listMessages.path)
    return { data: serverMessages, meta: { above: false, below: false, seq } };
  if (endpoint.path === listMessagesAround.path)
    return { data: [message(7, { parent_id: "id-1" })], meta: { above: false, below: false, seq } };
  if (endpoint.path !== getConversationChanges.path) throw new Error(`Nobody expected ${endpoint.path}`);
  if (failingRequestCount-- > 0) throw new ApiError(503, "ERR.UNAVAILABLE", "");
  const since = request.query?.since ?? 0;
  return {
    data: { messages: serverMessages.filter((message) => message.changed_seq > since), seq },
    meta: { has_more: false },
  };
}
const callMock = vi.fn(respondToCall);

beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../../kit/api.ts", () => ({ call: callMock }));
  vi.doMock("./stored-chats.ts", () => ({ storeChatOffline: () => {}, readStoredChat: async () => null }));
  vi.doMock("./outbox.ts", () => ({ queuedMessagesOf: () => [] }));
  vi.doMock("../../live/connection.ts", () => ({
    getLiveStatus: () => "connected",
    onConversationEvent: () => () => {},
    onLiveConnect: (listener: () => void) => {
      simulateConnect = listener;
      return () => {};
    },
  }));
  ({ ApiError } = await import("../../../kit/api-error.ts"));
  roomsModule = await import("./chats.ts");
  storeModule = await import("./store.ts");
  openChatModule = await import("./open-chat.ts");
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
  callMock.mockReset().mockImplementation(respondToCall);
  stopFollowing = storeModule.keepChatsUpdated();
});
afterEach(() => {
  stopFollowing();
  vi.useRealTimers();
});

const getShownMessageIds = () => roomsModule.chatStateOf(roomId).timeline?.messages.map(({ id }) => id);

test("missed changes are requested until the server answers, without a new connection", async () => {
  await openChatModule.openChat(roomId);
  serverMessages.push(message(2));
  failingRequestCount = 2;
  simulateConnect();
  await vi.advanceTimersByTimeAsync(minimumRetryWaitMs);
  expect([failingRequestCount, getShownMessageIds()]).toEqual([0, ["id-1"]]);
  await vi.advanceTimersByTimeAsync(minimumRetryWaitMs);
  expect(getShownMessageIds()).toEqual(["id-1", "id-2"]);
});

test("a refused request is not repeated", async () => {
  await openChatModule.openChat(roomId);
  callMock.mockRejectedValue(new ApiError(404, "ERR.NOT_FOUND", ""));
  simulateConnect();
  await vi.advanceTimersByTimeAsync(10 * minimumRetryWaitMs);
  expect(
    callMock.mock.calls.filter(([endpoint]) => endpoint.path === getConversationChanges.path),
  ).toHaveLength(1);
});

test("messages sent between loading a room and connecting the live channel are shown", async () => {
  const responseGate = Promise.withResolvers<void>();
  callMock.mockImplementationOnce(async (...request) => {
    const serverAnswer = await respondToCall(...request);
    const responseCopy = { ...serverAnswer, data: [...(serverAnswer.data as Message[])] };
    await responseGate.promise;
    return responseCopy as typeof serverAnswer;
  });
  const openPromise = openChatModule.openChat(roomId);
  await vi.advanceTimersByTimeAsync(0);
  serverMessages.push(message(2));
  simulateConnect();
  responseGate.resolve();
  await openPromise;
  await vi.advanceTimersByTimeAsync(minimumRetryWaitMs);
  expect(getShownMessageIds()).toEqual(["id-1", "id-2"]);
});

test("missed changes are no longer requested once the conversation is closed", async () => {
  await openChatModule.loadMessagesAroundUnread(roomId, 1);
  const requestedSeqs: (number | undefined)[] = [];
  callMock.mockImplementation(async (_, { query }) => {
    if (requestedSeqs.push(query?.since) > 9) throw new Error("It is asked for ever");
    openChatModule.closeChat(roomId);
    return { data: { messages: [], seq: 1 }, meta: { has_more: true } };
  });
  simulateConnect();
  await vi.advanceTimersByTimeAsync(minimumRetryWaitMs);
  expect(requestedSeqs).toHaveLength(1);
});

test("a link to a reply opens its thread, and the room stays unchanged", async () => {
  expect(await openChatModule.openChat(roomId, "id-7")).toMatchObject({ id: "id-7", parent_id: "id-1" });
  expect(getShownMessageIds()).toEqual(undefined);
  expect(await openChatModule.openChat(roomId)).toBeUndefined();
  expect(getShownMessageIds()).toEqual(["id-1"]);
});

test("the first message after a number is loaded with its neighbours, and reopening begins at the newest", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  await openChatModule.openChat(roomId);
  await openChatModule.loadMessagesAroundUnread(roomId, 4);
  expect(getShownMessageIds()).toEqual(["id-4", "id-5", "id-6"]);
  openChatModule.closeChat(roomId);
  await openChatModule.openChat(roomId);
  expect(getShownMessageIds()).toHaveLength(9);
  openChatModule.closeChat(roomId);
  expect(getShownMessageIds()).toHaveLength(9);
});

test("if the unread messages cannot be loaded, the shown ones stay and the caller gets the error", async () => {
  await openChatModule.openChat(roomId);
  callMock.mockRejectedValueOnce(new ApiError(503, "ERR.UNAVAILABLE", ""));
  await expect(openChatModule.loadMessagesAroundUnread(roomId, 0)).rejects.toMatchObject({ status: 503 });
  expect(getShownMessageIds()).toEqual(["id-1"]);
});

/** Makes the fake server hold back its next response. Call the returned function to send it. */
function holdNextResponse(): () => void {
  const responseGate = Promise.withResolvers<void>();
  callMock.mockImplementationOnce(async (...request) => {
    await responseGate.promise;
    return respondToCall(...request);
  });
  return responseGate.resolve;
}

test("a conversation that is closed while an older window loads opens at the newest messages", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  await openChatModule.openChat(roomId);
  const releaseResponse = holdNextResponse();
  const windowLoadPromise = openChatModule.loadMessagesAroundUnread(roomId, 4);
  openChatModule.closeChat(roomId);
  const secondOpenPromise = openChatModule.openChat(roomId);
  releaseResponse();
  await Promise.all([windowLoadPromise, secondOpenPromise]);
  expect(getShownMessageIds()).toHaveLength(9);
});

test("the window requested last is shown, whichever arrives first", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  const releaseResponse = holdNextResponse();
  const firstOpenPromise = openChatModule.openChat(roomId);
  const windowLoadPromise = openChatModule.loadMessagesAroundUnread(roomId, 4);
  await windowLoadPromise;
  expect(getShownMessageIds()).toEqual(["id-4", "id-5", "id-6"]);
  releaseResponse();
  await firstOpenPromise;
  expect(getShownMessageIds()).toEqual(["id-4", "id-5", "id-6"]);
  // A request that was cancelled must not keep later requests from running.
  await openChatModule.loadNewestMessages(roomId);
  expect(getShownMessageIds()).toHaveLength(9);
});

test("a window that is requested twice is loaded once", async () => {
  await Promise.all([openChatModule.openChat(roomId), openChatModule.openChat(roomId)]);
  expect(callMock.mock.calls.filter(([endpoint]) => endpoint.path === listMessages.path)).toHaveLength(1);
});

test("opening a loaded message stays there, whatever was requested before", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  await openChatModule.openChat(roomId);
  const releaseAnswer = holdNextResponse();
  const pendingOpenPromise = openChatModule.loadMessagesAroundUnread(roomId, 4);
  await openChatModule.openChat(roomId, "id-9");
  releaseAnswer();
  await pendingOpenPromise;
  expect(getShownMessageIds()).toHaveLength(9);
});

test("preloading a conversation does not stop a link into it", async () => {
  const releaseAnswer = holdNextResponse();
  const linkOpenPromise = openChatModule.openChat(roomId, "id-7");
  openChatModule.preloadChat(roomId);
  releaseAnswer();
  expect(await linkOpenPromise).toMatchObject({ id: "id-7" });
});

test("a link that failed offline is opened with the next connection", async () => {
  serverMessages = Array.from({ length: 9 }, (_, index) => message(index + 1));
  callMock.mockRejectedValueOnce(new ApiError(0, "NETWORK", ""));
  await openChatModule.openChat(roomId, "id-5");
  expect(getShownMessageIds()).toBeUndefined();
  callMock.mockResolvedValueOnce({
    data: serverMessages.slice(3, 6),
    meta: { above: true, below: true, seq: 9 },
  });
  simulateConnect();
  await vi.advanceTimersByTimeAsync(0);
  expect(callMock.mock.calls.filter(([endpoint]) => endpoint.path === listMessagesAround.path)).toHaveLength(
    2,
  );
  expect(getShownMessageIds()).toEqual(["id-4", "id-5", "id-6"]);
});

test("if such a link leads to a reply, the room shows its newest messages", async () => {
  callMock.mockRejectedValueOnce(new ApiError(0, "NETWORK", ""));
  await openChatModule.openChat(roomId, "id-7");
  simulateConnect();
  await vi.advanceTimersByTimeAsync(0);
  expect(getShownMessageIds()).toEqual(["id-1"]);
});
