import { InfiniteQueryObserver, type QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

let queryClient: QueryClient;

// Makes the module believe that it runs in a browser, where it has one query client for the page.
let queryModule: typeof import("./query.ts");
beforeAll(async () => {
  vi.stubGlobal("document", {});
  vi.resetModules();
  queryModule = await import("./query.ts");
  queryClient = queryModule.getQueryClient();
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The requests that wait for their response. */
let waitingCalls: { page: number; answer: () => void }[];
/** The fake server returns this number. It increases with each change. */
let serverVersion: number;
beforeEach(() => {
  queryClient.clear();
  waitingCalls = [];
  serverVersion = 1;
});

function createListObserver() {
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ["projects", "list"],
    queryFn: ({ pageParam, signal }) =>
      new Promise<string>((resolve, reject) => {
        waitingCalls.push({
          page: pageParam,
          answer: () => resolve(`${pageParam}, version ${serverVersion}`),
        });
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
    retry: false,
  });
  const unsubscribe = observer.subscribe(() => {});
  return { observer, close: unsubscribe, pages: () => observer.getCurrentResult().data?.pages };
}

/** Responds to all waiting requests, and to the requests that are sent because of these responses. */
async function respondToAll(): Promise<void> {
  for (let waitingCall = waitingCalls.shift(); waitingCall; waitingCall = waitingCalls.shift()) {
    waitingCall.answer();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test("A next page that loads while the list is refetched comes, and the whole list is new", async () => {
  const { observer, close, pages } = createListObserver();
  await respondToAll();
  void observer.fetchNextPage();
  serverVersion = 2;
  void queryModule.refetchLists({ queryKey: ["projects"] });
  await respondToAll();
  expect(pages()).toEqual(["1, version 2", "2, version 2"]);
  close();
});

test("A next page that is asked for during a refetch comes, and the whole list is new", async () => {
  const { observer, close, pages } = createListObserver();
  await respondToAll();
  serverVersion = 2;
  void queryModule.refetchLists({ queryKey: ["projects"] });
  void observer.fetchNextPage();
  await respondToAll();
  expect(pages()).toEqual(["1, version 2", "2, version 2"]);
  close();
});

test("A list that nobody looks at is only marked as stale", async () => {
  const { close } = createListObserver();
  await respondToAll();
  close();
  void queryModule.refetchLists({ queryKey: ["projects"] });
  expect(waitingCalls).toEqual([]);
  expect(queryClient.getQueryState(["projects", "list"])?.isInvalidated).toBe(true);
});

test("A list that changes while it loads for the first time is loaded again", async () => {
  const { close, pages } = createListObserver();
  await vi.waitFor(() => expect(waitingCalls).toHaveLength(1));
  void queryModule.refetchLists({ queryKey: ["projects"] });
  waitingCalls.shift()?.answer();
  serverVersion = 2;
  await vi.waitFor(() => expect(waitingCalls).toHaveLength(1));
  expect(pages()).toEqual(["1, version 1"]);
  await respondToAll();
  expect(pages()).toEqual(["1, version 2"]);
  close();
});
