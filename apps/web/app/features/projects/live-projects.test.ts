import type { PersonalEvent } from "@kakehashi/contract/personal-events";
import { QueryClient, type QueryFilters } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const queryClient = new QueryClient();
let connectLive: () => void;
let deliverEvent: (event: PersonalEvent) => void;
let followProjects: () => () => void;

const mockedModules = ["../../kit/api.ts", "../../kit/query.ts", "../live/connection.ts"];
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../kit/api.ts", () => ({ call: vi.fn() }));
  vi.doMock("../../kit/query.ts", () => ({
    getQueryClient: () => queryClient,
    refetchLists: (filter: QueryFilters) => queryClient.invalidateQueries(filter),
  }));
  vi.doMock("../live/connection.ts", () => ({
    onLiveConnect: (listener: typeof connectLive) => {
      connectLive = listener;
      return () => {};
    },
    onPersonalEvent: (listener: typeof deliverEvent) => {
      deliverEvent = listener;
      return () => {};
    },
    onConversationEvent: () => () => {},
  }));
  ({ keepProjectsUpdated: followProjects } = await import("./use-live-projects.ts"));
});
afterAll(() => {
  for (const path of mockedModules) vi.doUnmock(path);
  vi.resetModules();
});

const queryKeys = [
  ["projects", "one", "a"],
  ["projects", "one", "b"],
  ["projects", "list", {}],
];
const readStaleFlags = () => queryKeys.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated);
const fillCache = () => {
  for (const queryKey of queryKeys) queryClient.setQueryData(queryKey, {});
};

test("A connection makes every project stale, and an event its own project", () => {
  const stopFollowing = followProjects();
  fillCache();
  expect(readStaleFlags()).toEqual([false, false, false]);
  connectLive();
  expect(readStaleFlags()).toEqual([true, true, true]);
  fillCache();
  deliverEvent({ type: "PROJECT_CHANGED", project_id: "a" });
  expect(readStaleFlags()).toEqual([true, false, true]);
  stopFollowing();
});
