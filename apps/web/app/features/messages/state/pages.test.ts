import type { Message } from "@kakehashi/contract/messages";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as Rooms from "./chats.ts";
import { messageFixture as message } from "./message.fixture.ts";
import type * as Pages from "./pages.ts";
import { createTimeline } from "./timeline.ts";

const key = "room";
let pages: typeof Pages;
let rooms: typeof Rooms;

/** Answers the pending request for a page with these messages. */
let answerPage: (...numbers: number[]) => void;
const call = vi.fn(async () => {
  const { promise, resolve } = Promise.withResolvers<readonly Message[]>();
  answerPage = (...numbers) => resolve(numbers.map((number) => message(number)));
  return { data: await promise, meta: { above: true, below: true, seq: 100 } };
});

beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../../kit/api.ts", () => ({ call }));
  vi.doMock("../../profiles/people.ts", () => ({ prefetchPerson: () => {} }));
  vi.doMock("./stored-chats.ts", () => ({ storeChat: () => {} }));
  rooms = await import("./chats.ts");
  pages = await import("./pages.ts");
});
afterAll(() => {
  for (const path of ["../../../kit/api.ts", "../../profiles/people.ts", "./stored-chats.ts"])
    vi.doUnmock(path);
  vi.resetModules();
});
beforeEach(() => {
  rooms.chatEntries.clear();
  call.mockClear();
});

/** Loads these messages as a window, with more messages before and after them. */
const openMessageWindow = (...numbers: number[]) =>
  rooms.setChatState(rooms.chatEntryOf(key), {
    timeline: createTimeline(key, 100, {
      messages: numbers.map((number) => message(number)),
      above: true,
      below: true,
    }),
  });
const shownMessageNumbers = () => rooms.chatStateOf(key).timeline?.messages.map(({ number }) => number);

test("the pages above a window and below it become part of it", async () => {
  openMessageWindow(40, 41);
  const olderPageLoad = pages.loadOlderPage(key);
  answerPage(38, 39);
  await olderPageLoad;
  const newerPageLoad = pages.loadNewerPage(key);
  answerPage(42, 43);
  await newerPageLoad;
  expect(shownMessageNumbers()).toEqual([38, 39, 40, 41, 42, 43]);
});

test("a page requested for one window is not added to another, because messages would be missing", async () => {
  openMessageWindow(40, 41);
  const olderPageLoad = pages.loadOlderPage(key);
  openMessageWindow(90, 91);
  answerPage(38, 39);
  await olderPageLoad;
  expect(shownMessageNumbers()).toEqual([90, 91]);

  const newerPageLoad = pages.loadNewerPage(key);
  openMessageWindow(20, 21);
  answerPage(92, 93);
  await newerPageLoad;
  expect(shownMessageNumbers()).toEqual([20, 21]);
});

test("a page that arrives for a closed window does not block later requests", async () => {
  openMessageWindow(40, 41);
  const loadPromises = [pages.loadOlderPage(key)];
  answerPage(38, 39);
  loadPromises.push(pages.loadNewerPage(key));
  rooms.setChatState(rooms.chatEntryOf(key), { timeline: null });
  answerPage(42, 43);
  await Promise.all(loadPromises);
  openMessageWindow(40, 41);
  const secondLoadPromise = pages.loadOlderPage(key);
  expect(call).toHaveBeenCalledTimes(3);
  answerPage(38, 39);
  await secondLoadPromise;
  expect(shownMessageNumbers()).toEqual([38, 39, 40, 41]);
});
