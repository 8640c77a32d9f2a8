import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import {
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  openDevice,
  type SignedInDevice,
  writeMessage,
} from "./people.ts";
import { createWavFile, recordVideo } from "./recordings.ts";

const { browser, server } = await openDemo();

/** The properties of audio and video elements that the tests read. */
interface MediaPlayer {
  readonly duration: number;
  readonly paused: boolean;
  readonly videoWidth: number;
  currentTime: number;
  addEventListener(name: string, listener: () => void, options: { once: boolean }): void;
}

const readPlaybackSeconds = (player: Locator) =>
  player.evaluate((element) => (element as unknown as MediaPlayer).currentTime);

async function expectToPlay(player: Locator): Promise<void> {
  const secondsBefore = await readPlaybackSeconds(player);
  await expect.poll(() => readPlaybackSeconds(player)).toBeGreaterThan(secondsBefore);
}

/** The space bar starts and pauses playback. */
const pressSpace = (player: Locator) => player.press("Space");

/** Moves playback to a time in seconds. Returns the time at which the player then is. */
const seekTo = (player: Locator, seconds: number): Promise<number> =>
  player.evaluate((element, seconds) => {
    const mediaPlayer = element as unknown as MediaPlayer;
    return new Promise<number>((resolve) => {
      mediaPlayer.addEventListener("seeked", () => resolve(mediaPlayer.currentTime), { once: true });
      mediaPlayer.currentTime = seconds;
    });
  }, seconds);

/**
 * Records the responses that the players of the page get: the HTTP status, and the position of the first byte in the
 * file.
 */
function recordPlayerResponses(page: Page): { status: number; from: number }[] {
  const playerResponses: { status: number; from: number }[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "media") return;
    const range = (await response.headerValue("content-range")) ?? "";
    playerResponses.push({ status: response.status(), from: Number(/^bytes (\d+)-/.exec(range)?.[1]) });
  });
  return playerResponses;
}

async function sendRecording(
  { page }: SignedInDevice,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<void> {
  await page.setInputFiles("input[data-attach]", [{ name, mimeType, buffer }]);
  await page.locator('li[data-state="done"]', { hasText: name }).waitFor();
  await writeMessage(page, `here is ${name}`);
  await findMessageByWords(page, `here is ${name}`)
    .getByRole("link", { name: `Download ${name}` })
    .waitFor();
}

test("another person plays a video and a long recording and seeks in them; playback continues when they are scrolled out of view", async () => {
  const [emma, kenji] = await Promise.all([
    openDevice(browser, server, "emma"),
    openDevice(browser, server, "kenji"),
  ]);
  const room = await createSharedGroup(emma, kenji);
  for (let number = 1; number <= 40; number++)
    await emma.call("POST", `/conversations/${room}/messages`, {
      client_id: randomUUID(),
      content: `before ${number}.${"\n\nmuch to read".repeat(4)}`,
    });
  const seconds = 1000;
  await sendRecording(emma, "talk.wav", "audio/wav", createWavFile(seconds));
  await sendRecording(emma, "walk.webm", "video/webm", await recordVideo(emma.page));

  const { page } = kenji;
  const playerResponses = recordPlayerResponses(page);
  const walkVideoPlayer = findMessageByWords(page, "here is walk.webm").locator("video");
  await pressSpace(walkVideoPlayer);
  // The recording is short. On a slow computer it may have ended already, so the test only checks that playback has
  // begun.
  await expect.poll(() => readPlaybackSeconds(walkVideoPlayer)).toBeGreaterThan(0);
  expect(await walkVideoPlayer.evaluate((element) => (element as unknown as MediaPlayer).videoWidth)).toBe(
    320,
  );
  await expect
    .poll(() => walkVideoPlayer.evaluate((element) => (element as unknown as MediaPlayer).paused))
    .toBe(true);
  expect(await readPlaybackSeconds(walkVideoPlayer)).toBeGreaterThan(1);
  expect(await seekTo(walkVideoPlayer, 0.2)).toBe(0.2);

  const voiceMessage = findMessageByWords(page, "here is talk.wav").locator("audio");
  await pressSpace(voiceMessage);
  await expectToPlay(voiceMessage);
  expect(await voiceMessage.evaluate((element) => (element as unknown as MediaPlayer).duration)).toBe(
    seconds,
  );
  // Seeking beyond the loaded part makes the player request that part from the server.
  expect(await seekTo(voiceMessage, 900)).toBeGreaterThanOrEqual(900);
  await expectToPlay(voiceMessage);
  await expect.poll(() => playerResponses.some(({ from }) => from > 800 * 8_000)).toBe(true);
  expect(new Set(playerResponses.map(({ status }) => status))).toEqual(new Set([206]));

  // A message that has the focus keeps its row even when it is out of view. The test moves the focus away, to show that
  // a playing message also keeps its row.
  await findMessageComposer(page).focus();
  await page.mouse.move(700, 400);
  const scrollUntilRemoved = async (pixels: number, playerLocator: Locator) => {
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, pixels);
        return playerLocator.count();
      })
      .toBe(0);
  };
  await scrollUntilRemoved(-600, walkVideoPlayer);
  await expect
    .poll(async () => (await voiceMessage.boundingBox())?.y)
    .toBeGreaterThan(page.viewportSize()?.height ?? Number.NaN);
  await expectToPlay(voiceMessage);

  await pressSpace(voiceMessage);
  await findMessageComposer(page).focus();
  await scrollUntilRemoved(-600, voiceMessage);
  expect([...emma.faults, ...kenji.faults]).toEqual([]);
  await emma.context.close();
  await kenji.context.close();
});
