import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Person } from "../stage.ts";
import { ask, enter, type PageTime, pointAt, type Reader, timeOf } from "./page.ts";
import type { Rooms } from "./rooms.ts";
import { talk } from "./talk.ts";

/** A room and other people in it. */
export interface Place {
  readonly url: string;
  readonly room: string;
  readonly people: readonly Person[];
}

const older = "**/above*";

/** Presses the button where the pointer is. */
async function press({ mouse }: Page): Promise<void> {
  await mouse.down();
  await wait(60);
  await mouse.up();
}

/** Milliseconds from the click on a room in the list until its newest message is painted, for each room. */
export async function switchRooms({ page }: Reader, rooms: readonly string[], newest: Rooms["newest"]) {
  const taken: number[] = [];
  for (const room of rooms) {
    const painted = ask<number>(page, "switched", room, newest.get(room) ?? "");
    // The pointer moves there first and the button stays down for a moment, as with a person.
    await pointAt(page, `a[href="/chat/${room}"]`);
    await page.waitForTimeout(100);
    await press(page);
    taken.push(await painted);
    // Waits, so that late work of this switch is not counted for the next one.
    await page.waitForTimeout(300);
  }
  return taken;
}

/** Types into the open room while 20 messages a second arrive. Returns the page's INP in milliseconds. */
export async function type({ page }: Reader, { url, room, people }: Place, seconds: number) {
  await pointAt(page, "main form textarea");
  await press(page);
  await ask(page, "begin");
  const stop = talk(url, room, people, 20);
  const until = performance.now() + seconds * 1000;
  let keys = 0;
  for (; performance.now() < until; keys++) {
    await page.keyboard.press(keys % 6 === 5 ? "Space" : "KeyA", { delay: 20 });
    await page.waitForTimeout(90);
  }
  const arrived = await stop();
  const { interactions } = await ask<{ interactions: number[] }>(page, "found");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  // As browsers report INP: one outlier in fifty interactions does not count.
  const inp = interactions.sort((a, b) => b - a)[Math.floor(keys / 50)] ?? 16;
  return { inp, keys, arrived };
}

/** Milliseconds of frames that took 50 and more, of so many seconds: see in-page.ts. */
export interface Frames {
  readonly seconds: number;
  /** The length of each long frame, with the time waiting for the screen. */
  readonly whole: readonly number[];
  /** The frames in which the page itself was busy for 50 ms or more. */
  readonly busy: readonly number[];
}

async function framesSince(begun: number, page: Page): Promise<Frames> {
  const seconds = (performance.now() - begun) / 1000;
  const { frames } = await ask<{ frames: { whole: number; busy: number }[] }>(page, "found");
  const busy = frames.map((frame) => frame.busy).filter((milliseconds) => milliseconds >= 50);
  return { seconds, whole: frames.map(({ whole }) => whole), busy };
}

/** Scrolls up through `count` messages. Answers how many, and the long frames. */
export async function scrollThrough({ page }: Reader, count: number) {
  await page.mouse.move(900, 400);
  await ask(page, "begin");
  const number = () => ask<number>(page, "number");
  const first = await number();
  let now = first;
  const begun = performance.now();
  const until = begun + count * 30;
  while (now > 2 && first - now < count && performance.now() < until) {
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -600);
    now = await number();
  }
  await page.waitForTimeout(500);
  return { read: first - now, frames: await framesSince(begun, page) };
}

/** Scrolls up and down between rows that are drawn already. Returns the long frames that the machine causes by itself. */
export async function rock({ page }: Reader, seconds: number): Promise<Frames> {
  await page.mouse.move(900, 400);
  for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -60);
  await page.waitForTimeout(500);
  await ask(page, "begin");
  const begun = performance.now();
  const until = begun + seconds * 1000;
  for (let turn = 0; performance.now() < until; turn++) await page.mouse.wheel(0, turn % 8 < 4 ? -60 : 60);
  return framesSince(begun, page);
}

/**
 * The pixels by which the visible rows move while older messages arrive above them, with pictures and previews. The
 * answers are delayed until the list has stopped moving.
 */
export async function holdPlace({ page }: Reader, rounds: number): Promise<number[]> {
  await page.mouse.move(900, 400);
  await page.route(older, async (route) => {
    await page.waitForTimeout(600);
    await route.continue();
  });
  const lost: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const asked = page.waitForRequest(older);
    const scrolling = new AbortController();
    void asked.finally(() => scrolling.abort());
    while (!scrolling.signal.aborted) {
      await page.mouse.wheel(0, -200);
      await page.waitForTimeout(50);
    }
    lost.push(await ask<number>(page, "moved", 2_500));
  }
  await page.unroute(older);
  return lost;
}

/** The same while a message above grows, as when its preview arrives. */
export async function growAbove({ page }: Reader, place: Place, rounds: number): Promise<number[]> {
  const lost: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.mouse.wheel(0, -350);
    await page.waitForTimeout(700);
    const { id, words } = await ask<{ id: string; words: string }>(page, "remember");
    const lines = Array.from({ length: 4 }, (_, line) => `line ${line} of round ${round}`);
    await rewrite(place, id, `${words.slice(0, 60)}\n${lines.join("\n")}`);
    await ask(page, "drawn", `#message-${id}`, `of round ${round}`);
    await page.waitForTimeout(500);
    lost.push(await ask<number>(page, "lost"));
  }
  return lost;
}

/** The author of the message edits it. */
async function rewrite({ url, room, people }: Place, id: string, content: string): Promise<void> {
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
 * Megabytes of live JavaScript objects, minute by minute, while 5 messages a second arrive. `everyMinute` runs work
 * whose objects must be freed again.
 */
export async function grow(
  { page, inside }: Reader,
  place: Place,
  minutes: number,
  everyMinute: () => Promise<void>,
): Promise<number[]> {
  const stop = talk(place.url, place.room, place.people, 5);
  const readings: number[] = [];
  while (readings.length <= minutes) {
    await page.waitForTimeout(60_000);
    await everyMinute();
    await inside.send("HeapProfiler.collectGarbage");
    const { usedSize } = await inside.send("Runtime.getHeapUsage");
    readings.push(usedSize / 1e6);
  }
  await stop();
  return readings;
}

/**
 * Milliseconds of processor time that the page takes for each message, from its arrival until the page is idle again,
 * by the messages' names.
 */
export async function readEach(
  seat: Reader,
  { url, room, people }: Place,
  texts: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, PageTime & { id: string }>> {
  const taken = new Map<string, PageTime & { id: string }>();
  for (const [name, content] of Object.entries(texts)) {
    const time = await timeOf(seat, async () => {
      const answer = await fetch(`${url}/api/conversations/${room}/messages`, {
        method: "POST",
        headers: { authorization: `Bearer ${people[0]?.token}`, "content-type": "application/json" },
        body: JSON.stringify({ client_id: randomUUID(), content }),
      });
      // A text without visible characters is refused.
      if (answer.status === 422) return "";
      if (!answer.ok) throw new Error(`"${name}" was refused: ${await answer.text()}`);
      const { data } = (await answer.json()) as { data: { id: string } };
      await ask(seat.page, "drawn", `#message-${data.id}`);
      await seat.page.waitForTimeout(300);
      return data.id;
    });
    taken.set(name, { ...time, id: time.result });
  }
  return taken;
}

/** Expands these messages, one after the other. Returns the longest frame of each in milliseconds, 0 below 50. */
export async function unfoldEach({ page }: Reader, room: string, ids: readonly string[]): Promise<number[]> {
  const longest: number[] = [];
  for (const id of ids) {
    await page.goto(`/chat/${room}?message=${id}`);
    await ask(page, "drawn", `#message-${id}`);
    await page.waitForLoadState("networkidle");
    const button = page.locator(`#message-${id} [data-message] button[aria-expanded]`);
    if ((await button.count()) === 0) continue;
    // The link expands the whole message.
    await button.press("Enter");
    await page.waitForTimeout(500);
    await ask(page, "begin");
    await button.press("Enter");
    await page.waitForTimeout(1_000);
    const { frames } = await ask<{ frames: { busy: number }[] }>(page, "found");
    longest.push(Math.max(0, ...frames.map(({ busy }) => busy)));
  }
  return longest;
}

/** Opens the large room at its newest message. */
export async function enterNewest(page: Page, { url, room, people }: Place): Promise<void> {
  const answer = await fetch(`${url}/api/conversations/${room}/messages?paging=1`, {
    headers: { authorization: `Bearer ${people[0]?.token}` },
  });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  await enter(page, room, data.at(-1)?.id ?? "");
}
