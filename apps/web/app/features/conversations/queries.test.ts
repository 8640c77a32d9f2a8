import {
  type Conversation,
  getConversation,
  listConversations,
  markConversationRead,
} from "@kakehashi/contract/conversations";
import type { Endpoint } from "@kakehashi/contract/kit/endpoint";
import type { LiveEvent } from "@kakehashi/contract/live";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  messageCreatedEventFixture,
  conversationFixture as room,
} from "../messages/state/conversation.fixture.ts";
import type * as Queries from "./queries.ts";

let queryClient: QueryClient;
let deliverEvent: (event: LiveEvent) => void = () => {};
let conversationQueries: typeof Queries;
/**
 * The pages of the fake server's list of conversations. When a request arrives, the fake server reads the page at once,
 * but may send the response later.
 */
let conversationPages: Conversation[][];
/** The fake server's responses for single conversations, by id. */
let conversationsById: Record<string, Conversation>;
let responseGate: Promise<void>;
let releaseResponse: () => void;
/** The number of the last list page that was requested. */
let lastRequestedPage = 0;

interface SentRequest {
  readonly params?: { readonly id?: string };
  readonly query?: { readonly page?: number };
}

async function answerCall(endpoint: Endpoint, { params, query }: SentRequest) {
  // A real server never responds at once, so let the event loop run other tasks first.
  await new Promise((resolve) => setTimeout(resolve));
  if (endpoint.path === listConversations.path) {
    const page = query?.page ?? 1;
    lastRequestedPage = page;
    const data = [...(conversationPages[page - 1] ?? [])];
    if (page === 2) await responseGate;
    return { data, meta: { page, has_more: page < conversationPages.length } };
  }
  const data = conversationsById[params?.id ?? ""];
  if (endpoint.path === markConversationRead.path) {
    await responseGate;
    return { data };
  }
  if (endpoint.path === getConversation.path) return { data };
  throw new Error(`Nobody expected ${endpoint.path}`);
}
const callMock = vi.fn(answerCall);

const mockedModules = [
  "../../kit/api.ts",
  "../../kit/query.ts",
  "../../kit/offline-storage.ts",
  "../live/connection.ts",
];
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../kit/api.ts", () => ({ call: callMock }));
  vi.doMock("../../kit/query.ts", () => ({ getQueryClient: () => queryClient }));
  vi.doMock("../../kit/offline-storage.ts", () => ({
    storeOffline: () => {},
    readOfflineValue: async () => null,
  }));
  vi.doMock("../live/connection.ts", () => ({
    getLiveStatus: () => "connected",
    onLiveConnect: () => () => {},
    onConversationEvent: (listener: (event: LiveEvent) => void) => {
      deliverEvent = listener;
      return () => {};
    },
  }));
  conversationQueries = await import("./queries.ts");
});
afterAll(() => {
  for (const path of mockedModules) vi.doUnmock(path);
  vi.resetModules();
});

let listObserver: InfiniteQueryObserver<unknown, Error, unknown, readonly string[], number>;
let unsubscribeFunctions: (() => void)[] = [];
beforeEach(async () => {
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  conversationPages = [[room("a", 9), room("b", 8, 2), room("gone", 7)], [room("c", 6)]];
  conversationsById = { far: room("far", 4) };
  ({ promise: responseGate, resolve: releaseResponse } = Promise.withResolvers<void>());
  listObserver = new InfiniteQueryObserver(
    queryClient,
    conversationQueries.conversationListQuery,
  ) as unknown as typeof listObserver;
  unsubscribeFunctions = [
    conversationQueries.keepConversationsUpdated(() => ({ userId: "me", openRoomId: null })),
    listObserver.subscribe(() => {}),
  ];
  await vi.waitFor(() => expect(findRoomInList("a")).toBeDefined());
});
afterEach(() => {
  for (const unsubscribe of unsubscribeFunctions) unsubscribe();
  queryClient.clear();
});

const findRoomInList = (id: string) => conversationQueries.findConversationInList(id);
const readChangedEvent: LiveEvent = {
  type: "READ_CHANGED",
  conversation_id: "b",
  seq: 8,
  read_number: 8,
  unread_count: 0,
  mention_count: 0,
};
const removedEvent: LiveEvent = { type: "CONVERSATION_REMOVED", conversation_id: "gone", seq: 8 };

function expectAllConversations(): void {
  expect(findRoomInList("a")).toMatchObject({ last_number: 10, unread_count: 1 });
  expect(findRoomInList("b")).toMatchObject({ read_number: 8, unread_count: 0 });
  expect(findRoomInList("c")).toMatchObject({ last_number: 6 });
  expect(findRoomInList("gone")).toBeUndefined();
}

test("events that arrive while the next page loads are kept", async () => {
  const nextPage = listObserver.fetchNextPage();
  for (const event of [messageCreatedEventFixture("a", 10), readChangedEvent, removedEvent])
    deliverEvent(event);
  releaseResponse();
  await nextPage;
  expectAllConversations();
});

test("events that arrive while pages reload are kept, and changes without an event are taken from the answer", async () => {
  releaseResponse();
  await listObserver.fetchNextPage();
  ({ promise: responseGate, resolve: releaseResponse } = Promise.withResolvers<void>());
  conversationPages[1] = [{ ...room("c", 6), muted: true }];
  lastRequestedPage = 0;
  const refetchPromise = listObserver.refetch();
  await vi.waitFor(() => expect(lastRequestedPage).toBe(2));
  for (const event of [messageCreatedEventFixture("a", 10), readChangedEvent, removedEvent])
    deliverEvent(event);
  releaseResponse();
  await refetchPromise;
  expectAllConversations();
  expect(findRoomInList("c")?.muted).toBe(true);
});

test("a conversation on none of the pages appears with an event that arrives during the load", async () => {
  const nextPage = listObserver.fetchNextPage();
  deliverEvent(messageCreatedEventFixture("far", 4));
  await vi.waitFor(() => expect(findRoomInList("far")).toBeDefined());
  releaseResponse();
  await nextPage;
  await vi.waitFor(() => expect(findRoomInList("far")).toMatchObject({ last_number: 4 }));
});

test("a late answer does not bring back a conversation that was removed meanwhile", async () => {
  conversationsById.gone = room("gone", 7);
  const markReadPromise = conversationQueries.markRead("gone", 7);
  deliverEvent(removedEvent);
  releaseResponse();
  await markReadPromise;
  expect(findRoomInList("gone")).toBeUndefined();
});
