import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Person } from "../stage.ts";
import {
  callInPage,
  measureProcessorTime,
  movePointer,
  openRoomPage,
  type PageTime,
  type Reader,
} from "./page.ts";
import type { Rooms } from "./rooms.ts";
import { sendSteadily } from "./talk.ts";

/** A room that is measured, and the people who write into it. */
export interface RoomPage {
  readonly url: string;
  readonly room: string;
  readonly people: readonly Person[];
}

const olderPageUrl = "**/above*";

/** Presses the mouse button at the pointer's current position. */
async function clickMouse({ mouse }: Page): Promise<void> {
  await mouse.down();
  await wait(60);
  await mouse.up();
}

/**
 * Returns for each room the milliseconds from the click on the room in the list until its newest message is painted.
 */
export async function switchRooms({ page }: Reader, rooms: readonly string[], newestTexts: Rooms["newest"]) {
  const openTimes: number[] = [];
  for (const room of rooms) {
    const paintedAfterMs = callInPage(page, "roomSwitched", room, newestTexts.get(room) ?? "");
    // As with a real person, the pointer moves to the row first, and the button stays down for a moment.
    await movePointer(page, `a[href="/chat/${room}"]`);
    await page.waitForTimeout(100);
    await clickMouse(page);
    openTimes.push(await paintedAfterMs);
    // A pause, so that the page's late work for this room is not counted for the next room.
    await page.waitForTimeout(300);
  }
  return openTimes;
}

/**
 * Types into the open room while 20 messages a second arrive. Returns the page's INP (interaction to next paint) in
 * milliseconds.
 */
export async function type({ page }: Reader, { url, room, people }: RoomPage, seconds: number) {
  await movePointer(page, "main form textarea");
  await clickMouse(page);
  await callInPage(page, "startRecording");
  const stopTalking = sendSteadily(url, room, people, 20);
  const until = performance.now() + seconds * 1000;
  let keyCount = 0;
  for (; performance.now() < until; keyCount++) {
    await page.keyboard.press(keyCount % 6 === 5 ? "Space" : "KeyA", { delay: 20 });
    await page.waitForTimeout(90);
  }
  const acknowledgement = await stopTalking();
  const { interactions } = await callInPage(page, "recording");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  // INP as browsers compute it: the longest interaction, after one outlier in fifty interactions is ignored.
  const inpMs = interactions.sort((a, b) => b - a)[Math.floor(keyCount / 50)] ?? 16;
  return { inp: inpMs, keys: keyCount, acknowledgement };
}

/** The long frames (50 milliseconds or more) of a measurement that took `seconds`. */
export interface Frames {
  readonly seconds: number;
  /** The length of each long frame in milliseconds. It includes the time in which the page waited for the screen. */
  readonly wholeMs: readonly number[];
  /** The busy time in milliseconds of each frame in which the page itself worked for 50 ms or more. */
  readonly busyMs: readonly number[];
}

async function framesSince(startedAt: number, page: Page): Promise<Frames> {
  const seconds = (performance.now() - startedAt) / 1000;
  const { frames } = await callInPage(page, "recording");
  const busyTimes = frames.map((frame) => frame.busyMs).filter((milliseconds) => milliseconds >= 50);
  return { seconds, wholeMs: frames.map(({ wholeMs }) => wholeMs), busyMs: busyTimes };
}

/** Scrolls up through `count` messages. Returns how many messages the scroll passed, and the long frames. */
export async function scrollThrough({ page }: Reader, count: number) {
  await page.mouse.move(900, 400);
  await callInPage(page, "startRecording");
  const readTopNumber = () => callInPage(page, "number");
  const first = await readTopNumber();
  let topNumber = first;
  const startedAt = performance.now();
  const until = startedAt + count * 30;
  while (topNumber > 2 && first - topNumber < count && performance.now() < until) {
    for (let wheelStep = 0; wheelStep < 20; wheelStep++) await page.mouse.wheel(0, -600);
    topNumber = await readTopNumber();
  }
  await page.waitForTimeout(500);
  return { read: first - topNumber, frames: await framesSince(startedAt, page) };
}

/**
 * Scrolls up and down between rows that are drawn already. Returns the long frames, which then come from the machine
 * and not from drawing messages.
 */
export async function scrollBackAndForth({ page }: Reader, seconds: number): Promise<Frames> {
  await page.mouse.move(900, 400);
  for (let wheelStep = 0; wheelStep < 8; wheelStep++) await page.mouse.wheel(0, -60);
  await page.waitForTimeout(500);
  await callInPage(page, "startRecording");
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  for (let wheelStep = 0; performance.now() < until; wheelStep++)
    await page.mouse.wheel(0, wheelStep % 8 < 4 ? -60 : 60);
  return framesSince(startedAt, page);
}

/**
 * Measures by how many pixels the visible rows move while older messages with pictures and previews arrive above them.
 * The server's answers are delayed until the list has stopped moving.
 */
export async function measureShiftWhileLoading({ page }: Reader, roundCount: number): Promise<number[]> {
  await page.mouse.move(900, 400);
  await page.route(olderPageUrl, async (route) => {
    await page.waitForTimeout(600);
    await route.continue();
  });
  const lostPixels: number[] = [];
  for (let round = 0; round < roundCount; round++) {
    const olderRequest = page.waitForRequest(olderPageUrl);
    const scrolling = new AbortController();
    void olderRequest.finally(() => scrolling.abort());
    while (!scrolling.signal.aborted) {
      await page.mouse.wheel(0, -200);
      await page.waitForTimeout(50);
    }
    lostPixels.push(await callInPage(page, "movedPixels", 2_500));
  }
  await page.unroute(olderPageUrl);
  return lostPixels;
}

/** Measures by how many pixels the visible rows move while a message above them grows, as when its preview arrives. */
export async function measureShiftWhileGrowing(
  { page }: Reader,
  roomPage: RoomPage,
  roundCount: number,
): Promise<number[]> {
  const lostPixels: number[] = [];
  for (let round = 0; round < roundCount; round++) {
    await page.mouse.wheel(0, -350);
    await page.waitForTimeout(700);
    const { id, words } = await callInPage(page, "rememberPosition");
    const lines = Array.from({ length: 4 }, (_, line) => `line ${line} of round ${round}`);
    await editMessage(roomPage, id, `${words.slice(0, 60)}\n${lines.join("\n")}`);
    await callInPage(page, "waitUntilDrawn", `#message-${id}`, `of round ${round}`);
    await page.waitForTimeout(500);
    lostPixels.push(await callInPage(page, "lostPixels"));
  }
  return lostPixels;
}

/** Edits a message as each person in turn, until the server accepts the edit. Only the author may edit a message. */
async function editMessage({ url, room, people }: RoomPage, id: string, content: string): Promise<void> {
  for (const { token } of people) {
    const { ok } = await fetch(`${url}/api/conversations/${room}/messages/${id}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ content }),
    });
    if (ok) return;
  }
  throw new Error("Nobody could edit the message above");
}

/**
 * Measures the megabytes of live JavaScript objects in the page, once a minute, while 5 messages a second arrive. Calls
 * `everyMinute` before each measurement.
 */
export async function measureHeapGrowth(
  { page, devtools }: Reader,
  roomPage: RoomPage,
  minutes: number,
  everyMinute: () => Promise<void>,
): Promise<number[]> {
  const stopTalking = sendSteadily(roomPage.url, roomPage.room, roomPage.people, 5);
  const readings: number[] = [];
  while (readings.length <= minutes) {
    await page.waitForTimeout(60_000);
    await everyMinute();
    await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    readings.push(usedSize / 1e6);
  }
  await stopTalking();
  return readings;
}

/**
 * Sends each text as a message. For each key of `texts`, returns the processor time in milliseconds that the page uses
 * from the message's arrival until the page is idle again.
 */
export async function measureArrivals(
  browserReader: Reader,
  { url, room, people }: RoomPage,
  texts: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, PageTime & { id: string }>> {
  const openTimesById = new Map<string, PageTime & { id: string }>();
  for (const [name, content] of Object.entries(texts)) {
    const time = await measureProcessorTime(browserReader, async () => {
      const answer = await fetch(`${url}/api/conversations/${room}/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${people[0]?.token}`, "content-type": "application/json" },
        body: JSON.stringify({ client_id: randomUUID(), content }),
      });
      // The server refuses a text without visible characters.
      if (answer.status === 422) return "";
      if (!answer.ok) throw new Error(`"${name}" was refused: ${await answer.text()}`);
      const { data } = (await answer.json()) as { data: { id: string } };
      await callInPage(browserReader.page, "waitUntilDrawn", `#message-${data.id}`);
      await browserReader.page.waitForTimeout(300);
      return data.id;
    });
    openTimesById.set(name, { ...time, id: time.result });
  }
  return openTimesById;
}

/**
 * Expands these messages one after the other. Returns for each message its longest frame in milliseconds, or 0 if no
 * frame took 50 ms.
 */
export async function unfoldEach({ page }: Reader, room: string, ids: readonly string[]): Promise<number[]> {
  const longestFrames: number[] = [];
  for (const id of ids) {
    await page.goto(`/chat/${room}?message=${id}`);
    await callInPage(page, "waitUntilDrawn", `#message-${id}`);
    await page.waitForLoadState("networkidle");
    const button = page.locator(`#message-${id} [data-message] button[aria-expanded]`);
    if ((await button.count()) === 0) continue;
    // Collapses the message: a page that is opened with a link to a message shows that message expanded.
    await button.press("Enter");
    await page.waitForTimeout(500);
    await callInPage(page, "startRecording");
    await button.press("Enter");
    await page.waitForTimeout(1_000);
    const { frames } = await callInPage(page, "recording");
    longestFrames.push(Math.max(0, ...frames.map(({ busyMs }) => busyMs)));
  }
  return longestFrames;
}

/** Opens the large room at its newest message. */
export async function openNewestRoom(page: Page, { url, room, people }: RoomPage): Promise<void> {
  const answer = await fetch(`${url}/api/conversations/${room}/messages?paging=1`, {
    headers: { authorization: `Bearer ${people[0]?.token}` },
  });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  await openRoomPage(page, room, data.at(-1)?.id ?? "");
}
