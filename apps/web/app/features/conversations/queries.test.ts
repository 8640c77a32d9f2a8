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
import { messageCreated, conversationFixture as room } from "../messages/state/conversation.fixture.ts";
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
let releasePromise: Promise<void>;
let releaseAnswer: () => void;
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
    if (page === 2) await releasePromise;
    return { data, meta: { page, has_more: page < conversationPages.length } };
  }
  const data = conversationsById[params?.id ?? ""];
  if (endpoint.path === markConversationRead.path) {
    await releasePromise;
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
  vi.doMock("../../kit/query.ts", () => ({ queryClient: () => queryClient }));
  vi.doMock("../../kit/offline-storage.ts", () => ({ storeOffline: () => {}, readStored: async () => null }));
  vi.doMock("../live/connection.ts", () => ({
    liveStatus: () => "connected",
    onLiveConnect: () => () => {},
    onLiveEvent: (listener: (event: LiveEvent) => void) => {
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
  ({ promise: releasePromise, resolve: releaseAnswer } = Promise.withResolvers<void>());
  listObserver = new InfiniteQueryObserver(
    queryClient,
    conversationQueries.listQuery,
  ) as unknown as typeof listObserver;
  unsubscribeFunctions = [
    conversationQueries.keepConversationsUpdated(() => ({ userId: "me", openConversationId: null })),
    listObserver.subscribe(() => {}),
  ];
  await vi.waitFor(() => expect(roomInList("a")).toBeDefined());
});
afterEach(() => {
  for (const unsubscribe of unsubscribeFunctions) unsubscribe();
  queryClient.clear();
});

const roomInList = (id: string) => conversationQueries.conversationInList(id);
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
  expect(roomInList("a")).toMatchObject({ last_number: 10, unread_count: 1 });
  expect(roomInList("b")).toMatchObject({ read_number: 8, unread_count: 0 });
  expect(roomInList("c")).toMatchObject({ last_number: 6 });
  expect(roomInList("gone")).toBeUndefined();
}

test("events that arrive while the next page loads are kept", async () => {
  const nextPage = listObserver.fetchNextPage();
  for (const event of [messageCreated("a", 10), readChangedEvent, removedEvent]) deliverEvent(event);
  releaseAnswer();
  await nextPage;
  expectAllConversations();
});

test("events that arrive while pages reload are kept, and changes without an event are taken from the answer", async () => {
  releaseAnswer();
  await listObserver.fetchNextPage();
  ({ promise: releasePromise, resolve: releaseAnswer } = Promise.withResolvers<void>());
  conversationPages[1] = [{ ...room("c", 6), muted: true }];
  lastRequestedPage = 0;
  const refetchPromise = listObserver.refetch();
  await vi.waitFor(() => expect(lastRequestedPage).toBe(2));
  for (const event of [messageCreated("a", 10), readChangedEvent, removedEvent]) deliverEvent(event);
  releaseAnswer();
  await refetchPromise;
  expectAllConversations();
  expect(roomInList("c")?.muted).toBe(true);
});

test("a conversation on none of the pages appears with an event that arrives during the load", async () => {
  const nextPage = listObserver.fetchNextPage();
  deliverEvent(messageCreated("far", 4));
  await vi.waitFor(() => expect(roomInList("far")).toBeDefined());
  releaseAnswer();
  await nextPage;
  await vi.waitFor(() => expect(roomInList("far")).toMatchObject({ last_number: 4 }));
});

test("a late answer does not bring back a conversation that was removed meanwhile", async () => {
  conversationsById.gone = room("gone", 7);
  const markReadPromise = conversationQueries.markRead("gone", 7);
  deliverEvent(removedEvent);
  releaseAnswer();
  await markReadPromise;
  expect(roomInList("gone")).toBeUndefined();
});
