import type { Page } from "playwright-core";
import type { MeasuredRoom } from "./acts.ts";
import { type BrowserReader, callInPage } from "./page.ts";

const olderMessagesUrl = "**/above*";

/** The long frames (50 ms or more) that were recorded within `seconds` seconds. */
export interface FrameMeasurement {
  readonly seconds: number;
  /** The length of each long frame in milliseconds. It includes the time in which the page waited for the screen. */
  readonly frameMs: readonly number[];
  /** For each frame with 50 ms or more of the page's own work: how many milliseconds that work took. */
  readonly busyMs: readonly number[];
}

async function readFramesSince(startedAt: number, page: Page): Promise<FrameMeasurement> {
  const seconds = (performance.now() - startedAt) / 1000;
  const { frames } = await callInPage(page, "recording");
  const busyTimesMs = frames.map((frame) => frame.busyMs).filter((milliseconds) => milliseconds >= 50);
  return { seconds, frameMs: frames.map(({ frameMs }) => frameMs), busyMs: busyTimesMs };
}

/** Scrolls up through `count` messages. Returns how many messages were scrolled past, and the long frames. */
export async function scrollThroughMessages({ page }: BrowserReader, count: number) {
  await page.mouse.move(900, 400);
  await callInPage(page, "startRecording");
  const readTopMessageNumber = () => callInPage(page, "number");
  const firstNumber = await readTopMessageNumber();
  let topMessageNumber = firstNumber;
  const startedAt = performance.now();
  const endTimeMs = startedAt + count * 30;
  while (topMessageNumber > 2 && firstNumber - topMessageNumber < count && performance.now() < endTimeMs) {
    for (let wheelStep = 0; wheelStep < 20; wheelStep++) await page.mouse.wheel(0, -600);
    topMessageNumber = await readTopMessageNumber();
  }
  await page.waitForTimeout(500);
  return { read: firstNumber - topMessageNumber, frames: await readFramesSince(startedAt, page) };
}

/**
 * Scrolls up and down over rows that are already drawn, and returns the long frames. Nothing new is drawn, so only
 * other work on the computer causes these frames. Their number is the limit for scrolling new messages into view.
 */
export async function scrollUpAndDown({ page }: BrowserReader, seconds: number): Promise<FrameMeasurement> {
  await page.mouse.move(900, 400);
  for (let wheelStep = 0; wheelStep < 8; wheelStep++) await page.mouse.wheel(0, -60);
  await page.waitForTimeout(500);
  await callInPage(page, "startRecording");
  const startedAt = performance.now();
  const endTimeMs = startedAt + seconds * 1000;
  for (let wheelStep = 0; performance.now() < endTimeMs; wheelStep++)
    await page.mouse.wheel(0, wheelStep % 8 < 4 ? -60 : 60);
  return readFramesSince(startedAt, page);
}

/**
 * Measures how many pixels the visible rows move while older messages with pictures and link previews are inserted
 * above them. The server's responses are delayed until the list has stopped scrolling.
 */
export async function measureShiftWhileLoading(
  { page }: BrowserReader,
  roundCount: number,
): Promise<number[]> {
  await page.mouse.move(900, 400);
  await page.route(olderMessagesUrl, async (route) => {
    await page.waitForTimeout(600);
    await route.continue();
  });
  const rowShiftPixels: number[] = [];
  for (let roundNumber = 0; roundNumber < roundCount; roundNumber++) {
    const olderMessagesRequest = page.waitForRequest(olderMessagesUrl);
    const scrollController = new AbortController();
    void olderMessagesRequest.finally(() => scrollController.abort());
    while (!scrollController.signal.aborted) {
      await page.mouse.wheel(0, -200);
      await page.waitForTimeout(50);
    }
    rowShiftPixels.push(await callInPage(page, "movedPixels", 2_500));
  }
  await page.unroute(olderMessagesUrl);
  return rowShiftPixels;
}

/**
 * Measures how many pixels the visible rows move while a message above them grows, for example because its link preview
 * arrives.
 */
export async function measureShiftWhileGrowing(
  { page }: BrowserReader,
  measuredRoom: MeasuredRoom,
  roundCount: number,
): Promise<number[]> {
  const rowShiftPixels: number[] = [];
  for (let roundNumber = 0; roundNumber < roundCount; roundNumber++) {
    await page.mouse.wheel(0, -350);
    await page.waitForTimeout(700);
    const { id, words } = await callInPage(page, "rememberPosition");
    const lines = Array.from({ length: 4 }, (_, line) => `line ${line} of round ${roundNumber}`);
    await editMessage(measuredRoom, id, `${words.slice(0, 60)}\n${lines.join("\n")}`);
    await callInPage(page, "waitUntilDrawn", `#message-${id}`, `of round ${roundNumber}`);
    await page.waitForTimeout(500);
    rowShiftPixels.push(await callInPage(page, "rowShiftPixels"));
  }
  return rowShiftPixels;
}

/**
 * Tries the edit as one person after the other until the server accepts it, because only the message's author may edit
 * it.
 */
async function editMessage({ url, room, people }: MeasuredRoom, id: string, content: string): Promise<void> {
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
