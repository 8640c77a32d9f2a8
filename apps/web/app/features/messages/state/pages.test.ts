import type { Message } from "@kakehashi/contract/messages";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as Rooms from "./chats.ts";
import { messageFixture as message } from "./message.fixture.ts";
import type * as Pages from "./pages.ts";
import { openTimeline } from "./timeline.ts";

const key = "room";
let pages: typeof Pages;
let rooms: typeof Rooms;

/** Answers the pending page request with these messages. */
let arrive: (...numbers: number[]) => void;
const call = vi.fn(async () => {
  const { promise, resolve } = Promise.withResolvers<readonly Message[]>();
  arrive = (...numbers) => resolve(numbers.map((number) => message(number)));
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
  rooms.entries.clear();
  call.mockClear();
});

/** Opens a window of these messages, with more on both sides. */
const look = (...numbers: number[]) =>
  rooms.setState(rooms.entryOf(key), {
    timeline: openTimeline(key, 100, {
      messages: numbers.map((number) => message(number)),
      above: true,
      below: true,
    }),
  });
const shown = () => rooms.chatStateOf(key).timeline?.messages.map(({ number }) => number);

test("the pages above a window and below it become part of it", async () => {
  look(40, 41);
  const older = pages.loadAbove(key);
  arrive(38, 39);
  await older;
  const newer = pages.loadBelow(key);
  arrive(42, 43);
  await newer;
  expect(shown()).toEqual([38, 39, 40, 41, 42, 43]);
});

test("a page that was asked for beside one window is no part of another, which would have a hole", async () => {
  look(40, 41);
  const older = pages.loadAbove(key);
  look(90, 91);
  arrive(38, 39);
  await older;
  expect(shown()).toEqual([90, 91]);

  const newer = pages.loadBelow(key);
  look(20, 21);
  arrive(92, 93);
  await newer;
  expect(shown()).toEqual([20, 21]);
});

test("a page that arrives where nobody is any more keeps none from being asked for", async () => {
  look(40, 41);
  const both = [pages.loadAbove(key)];
  arrive(38, 39);
  both.push(pages.loadBelow(key));
  rooms.setState(rooms.entryOf(key), { timeline: null });
  arrive(42, 43);
  await Promise.all(both);
  look(40, 41);
  const again = pages.loadAbove(key);
  expect(call).toHaveBeenCalledTimes(3);
  arrive(38, 39);
  await again;
  expect(shown()).toEqual([38, 39, 40, 41]);
});
