import type { Message } from "@kakehashi/contract/messages";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as Rooms from "./chats.ts";
import { messageFixture as message } from "./message.fixture.ts";
import type * as Pages from "./pages.ts";
import { createTimeline } from "./timeline.ts";

const chatKey = "room";
let pagesModule: typeof Pages;
let roomsModule: typeof Rooms;

/** Responds to the pending request for a page. The response contains messages with these numbers. */
let answerPage: (...numbers: number[]) => void;
const callMock = vi.fn(async () => {
  const { promise, resolve } = Promise.withResolvers<readonly Message[]>();
  answerPage = (...numbers) => resolve(numbers.map((number) => message(number)));
  return { data: await promise, meta: { above: true, below: true, seq: 100 } };
});

beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../../../kit/api.ts", () => ({ call: callMock }));
  vi.doMock("../../profiles/people.ts", () => ({ prefetchPerson: () => {} }));
  vi.doMock("./stored-chats.ts", () => ({ storeChatOffline: () => {} }));
  roomsModule = await import("./chats.ts");
  pagesModule = await import("./pages.ts");
});
afterAll(() => {
  for (const path of ["../../../kit/api.ts", "../../profiles/people.ts", "./stored-chats.ts"])
    vi.doUnmock(path);
  vi.resetModules();
});
beforeEach(() => {
  roomsModule.chatCache.clear();
  callMock.mockClear();
});

/** Shows messages with these numbers as the loaded part of the chat. There are more messages before and after them. */
const openMessageWindow = (...numbers: number[]) =>
  roomsModule.setChatState(roomsModule.chatCacheEntryOf(chatKey), {
    timeline: createTimeline(chatKey, 100, {
      messages: numbers.map((number) => message(number)),
      above: true,
      below: true,
    }),
  });
const getShownNumbers = () => roomsModule.chatStateOf(chatKey).timeline?.messages.map(({ number }) => number);

test("the pages above a window and below it become part of it", async () => {
  openMessageWindow(40, 41);
  const olderPageLoad = pagesModule.loadOlderPage(chatKey);
  answerPage(38, 39);
  await olderPageLoad;
  const newerPageLoad = pagesModule.loadNewerPage(chatKey);
  answerPage(42, 43);
  await newerPageLoad;
  expect(getShownNumbers()).toEqual([38, 39, 40, 41, 42, 43]);
});

test("a page requested for one window is not added to another, because messages would be missing", async () => {
  openMessageWindow(40, 41);
  const olderPageLoad = pagesModule.loadOlderPage(chatKey);
  openMessageWindow(90, 91);
  answerPage(38, 39);
  await olderPageLoad;
  expect(getShownNumbers()).toEqual([90, 91]);

  const newerPageLoad = pagesModule.loadNewerPage(chatKey);
  openMessageWindow(20, 21);
  answerPage(92, 93);
  await newerPageLoad;
  expect(getShownNumbers()).toEqual([20, 21]);
});

test("a page that arrives for a closed window does not block later requests", async () => {
  openMessageWindow(40, 41);
  const loadPromises = [pagesModule.loadOlderPage(chatKey)];
  answerPage(38, 39);
  loadPromises.push(pagesModule.loadNewerPage(chatKey));
  roomsModule.setChatState(roomsModule.chatCacheEntryOf(chatKey), { timeline: null });
  answerPage(42, 43);
  await Promise.all(loadPromises);
  openMessageWindow(40, 41);
  const secondLoadPromise = pagesModule.loadOlderPage(chatKey);
  expect(callMock).toHaveBeenCalledTimes(3);
  answerPage(38, 39);
  await secondLoadPromise;
  expect(getShownNumbers()).toEqual([38, 39, 40, 41]);
});
