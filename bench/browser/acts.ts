import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { BenchPerson } from "../stage.ts";
import {
  type BrowserReader,
  callInPage,
  measureProcessorTime,
  movePointer,
  openRoomPage,
  type PageProcessorTime,
} from "./page.ts";
import type { BenchRooms } from "./rooms.ts";
import { startSendingMessages } from "./talk.ts";

/** The room in which the bench measures, and the people who write into it. */
export interface MeasuredRoom {
  readonly url: string;
  readonly room: string;
  readonly people: readonly BenchPerson[];
}

/** Presses the mouse button at the pointer's current position. */
async function clickMouse({ mouse }: Page): Promise<void> {
  await mouse.down();
  await wait(60);
  await mouse.up();
}

/**
 * For each room, clicks the room in the list. Returns the milliseconds from each click until the room's newest message
 * is painted.
 */
export async function measureRoomSwitches(
  { page }: BrowserReader,
  rooms: readonly string[],
  newestMessageIds: BenchRooms["newestMessageIdByRoom"],
) {
  const switchTimesMs: number[] = [];
  for (const room of rooms) {
    const paintDelayMs = callInPage(page, "roomSwitched", room, newestMessageIds.get(room) ?? "");
    // As with a real person, the pointer moves to the row first, and the button stays down for a moment.
    await movePointer(page, `a[href="/chat/${room}"]`);
    await page.waitForTimeout(100);
    await clickMouse(page);
    switchTimesMs.push(await paintDelayMs);
    // Waits until the page has finished its work for this room. Otherwise that work would slow the next room down.
    await page.waitForTimeout(300);
  }
  return switchTimesMs;
}

/**
 * Types into the open room while 20 messages a second arrive. Returns the page's INP (the web metric "interaction to
 * next paint") in milliseconds.
 */
export async function measureTyping(
  { page }: BrowserReader,
  { url, room, people }: MeasuredRoom,
  seconds: number,
) {
  await movePointer(page, "main form textarea");
  await clickMouse(page);
  await callInPage(page, "startRecording");
  const stopSending = startSendingMessages(url, room, people, 20);
  const endTimeMs = performance.now() + seconds * 1000;
  let keyPressCount = 0;
  for (; performance.now() < endTimeMs; keyPressCount++) {
    await page.keyboard.press(keyPressCount % 6 === 5 ? "Space" : "KeyA", { delay: 20 });
    await page.waitForTimeout(90);
  }
  const sentCount = await stopSending();
  const { interactions } = await callInPage(page, "recording");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  // Computes INP as browsers do: ignores one outlier in every fifty interactions, and takes the longest of the others.
  const inpMs = interactions.sort((a, b) => b - a)[Math.floor(keyPressCount / 50)] ?? 16;
  return { pageInpMs: inpMs, keys: keyPressCount, sentCount };
}

/**
 * Measures the megabytes of live JavaScript objects in the page, once a minute, while 5 messages a second arrive. Calls
 * `everyMinute` before each measurement.
 */
export async function measureHeapGrowth(
  { page, devtools }: BrowserReader,
  measuredRoom: MeasuredRoom,
  minutes: number,
  everyMinute: () => Promise<void>,
): Promise<number[]> {
  const stopSending = startSendingMessages(measuredRoom.url, measuredRoom.room, measuredRoom.people, 5);
  const heapReadingsMb: number[] = [];
  while (heapReadingsMb.length <= minutes) {
    await page.waitForTimeout(60_000);
    await everyMinute();
    await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    heapReadingsMb.push(usedSize / 1e6);
  }
  await stopSending();
  return heapReadingsMb;
}

/**
 * Sends each text as a message. For each key of `texts`, returns the processor time in milliseconds that the page uses
 * from the message's arrival until the page is idle again.
 */
export async function measureMessageArrivals(
  browserReader: BrowserReader,
  { url, room, people }: MeasuredRoom,
  texts: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, PageProcessorTime & { id: string }>> {
  const timesByTextName = new Map<string, PageProcessorTime & { id: string }>();
  for (const [name, content] of Object.entries(texts)) {
    const time = await measureProcessorTime(browserReader, async () => {
      const response = await fetch(`${url}/api/conversations/${room}/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${people[0]?.token}`, "content-type": "application/json" },
        body: JSON.stringify({ client_id: randomUUID(), content }),
      });
      // The server refuses texts without visible characters with 422. Such a text cannot be measured.
      if (response.status === 422) return "";
      if (!response.ok) throw new Error(`"${name}" was refused: ${await response.text()}`);
      const { data } = (await response.json()) as { data: { id: string } };
      await callInPage(browserReader.page, "waitUntilDrawn", `#message-${data.id}`);
      await browserReader.page.waitForTimeout(300);
      return data.id;
    });
    timesByTextName.set(name, { ...time, id: time.result });
  }
  return timesByTextName;
}

/**
 * Expands these long messages one after the other. Returns the longest frame of each expansion in milliseconds, or 0 if
 * no frame took 50 ms.
 */
export async function expandMessages(
  { page }: BrowserReader,
  room: string,
  ids: readonly string[],
): Promise<number[]> {
  const longestFrameTimesMs: number[] = [];
  for (const id of ids) {
    await page.goto(`/chat/${room}?message=${id}`);
    await callInPage(page, "waitUntilDrawn", `#message-${id}`);
    await page.waitForLoadState("networkidle");
    const button = page.locator(`#message-${id} [data-message] button[aria-expanded]`);
    if ((await button.count()) === 0) continue;
    // The page shows a linked message expanded. The bench collapses it first, and then measures the key press that
    // expands it.
    await button.press("Enter");
    await page.waitForTimeout(500);
    await callInPage(page, "startRecording");
    await button.press("Enter");
    await page.waitForTimeout(1_000);
    const { frames } = await callInPage(page, "recording");
    longestFrameTimesMs.push(Math.max(0, ...frames.map(({ busyMs }) => busyMs)));
  }
  return longestFrameTimesMs;
}

/** Opens the large room at its newest message. */
export async function openAtNewestMessage(page: Page, { url, room, people }: MeasuredRoom): Promise<void> {
  const response = await fetch(`${url}/api/conversations/${room}/messages?paging=1`, {
    headers: { authorization: `Bearer ${people[0]?.token}` },
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  await openRoomPage(page, room, data.at(-1)?.id ?? "");
}
