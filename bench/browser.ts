import { mkdirSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as acts from "./browser/acts.ts";
import { measureHostileTexts } from "./browser/hostile-texts.ts";
import { assignFirstCore, hasReservedCore } from "./browser/own-core.ts";
import {
  callInPage,
  measureProcessorTime,
  openReader,
  openRoomPage,
  runWithProfile,
} from "./browser/page.ts";
import { isTargetMissed, printFrameRows, printRow } from "./browser/report.ts";
import { insertRooms } from "./browser/rooms.ts";
import {
  measureShiftWhileGrowing,
  measureShiftWhileLoading,
  scrollThroughMessages,
  scrollUpAndDown,
} from "./browser/scrolling.ts";
import { computeQuantile, computeSlope } from "./browser/sums.ts";
import { endProcesses } from "./load/run.ts";
import { startServer } from "./server.ts";
import { createWorkspace } from "./stage.ts";

const usageText = `npm run bench -- browser [--only switch,typing,scroll,hostile,memory] [--minutes N] [--messages N]

  The chat in Chromium, its processor slowed down four times, against a server as it is started for real. On Linux
  the thread that runs the page has a core of its own; everything else shares the others.

  --only      some of the figures
  --minutes   how long the memory is watched (5)
  --messages  how many are scrolled through (10000)
  --profile   V8 profiles the page and leaves the profiles in this folder`;

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "switch,typing,scroll,hostile,memory" },
    minutes: { type: "string", default: "5" },
    messages: { type: "string", default: "10000" },
    profile: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const [memoryMinutes, messageCount] = [Number(options.minutes), Number(options.messages)];
if (options.help || !(memoryMinutes >= 1) || !(messageCount >= 100)) {
  process.stdout.write(`${usageText}\n`);
  process.exit(options.help ? 0 : 2);
}
const selectedMeasurements = new Set(options.only.split(","));
const slowFactor = 4;

if (options.profile) mkdirSync(options.profile, { recursive: true });
const profilePath = (name: string) => options.profile && join(options.profile, `${name}.cpuprofile`);

let hasFailed = false;
const writeProgress = (text: string) => process.stderr.write(`${text} (load ${loadavg()[0]?.toFixed(1)})\n`);

async function runBenches(): Promise<void> {
  await using workspace = await createWorkspace(8);
  await using server = await startServer({ ...workspace, profileDir: undefined });
  const { url } = server;
  writeProgress("Filling the rooms");
  const isLargeRoomNeeded = ["switch", "typing", "scroll", "memory"].some((name) =>
    selectedMeasurements.has(name),
  );
  const rooms = await insertRooms(workspace, url, isLargeRoomNeeded ? 10_000 : 100, 16);
  const [reader, ...otherPeople] = workspace.people;
  if (!reader) throw new Error("Nobody is there");
  const { largeRoom, smallRooms, newestMessageIdByRoom } = rooms;
  const measuredRoom = { url, room: largeRoom, people: otherPeople };

  await using browserReader = await openReader(url, reader, workspace.password, slowFactor);
  const { page } = browserReader;
  const openLargeRoom = async () => {
    await openRoomPage(page, largeRoom, newestMessageIdByRoom.get(largeRoom) ?? "");
    await assignFirstCore(page);
  };
  await openLargeRoom();
  printRow("Left to the end of a room that was just opened", await callInPage(page, "pixelsBelow"), "px", 0);
  if (selectedMeasurements.has("switch")) {
    writeProgress("Switching");
    const firstTenRooms = smallRooms.slice(0, 10);
    const firstSwitchTimesMs = await acts.measureRoomSwitches(
      browserReader,
      firstTenRooms,
      newestMessageIdByRoom,
    );
    const reopenMeasurement = await measureProcessorTime(browserReader, () =>
      runWithProfile(browserReader, profilePath("switch"), () =>
        acts.measureRoomSwitches(browserReader, [...firstTenRooms, ...firstTenRooms], newestMessageIdByRoom),
      ),
    );
    const { totalMs, scriptMs, styleMs, layoutMs } = reopenMeasurement;
    printRow(
      "Switch to a room opened before, median",
      computeQuantile(reopenMeasurement.result, 0.5),
      "ms",
      150,
    );
    printRow("  slowest of twenty", Math.max(...reopenMeasurement.result), "ms");
    printRow(
      "  processor time, with what the page does after it",
      totalMs / reopenMeasurement.result.length,
      "ms",
    );
    printRow("    script", scriptMs / reopenMeasurement.result.length, "ms");
    printRow("    styles and layout", (styleMs + layoutMs) / reopenMeasurement.result.length, "ms");
    printRow("Switch to a room never opened, median", computeQuantile(firstSwitchTimesMs, 0.5), "ms", 150);
    printRow("  slowest of ten", Math.max(...firstSwitchTimesMs), "ms");
  }
  if (selectedMeasurements.has("scroll")) {
    writeProgress("Scrolling");
    await openLargeRoom();
    // Pauses before scrolling, as a person who reads does. Without the pause, the page's late start-up work would be
    // measured as part of the scrolling.
    await page.waitForTimeout(3_000);
    const maximumFramesPerMinute = printFrameRows(
      "Scroll for two minutes through what is drawn",
      await scrollUpAndDown(browserReader, 120),
    );
    await openLargeRoom();
    await page.waitForTimeout(3_000);
    const { read, frames } = await runWithProfile(browserReader, profilePath("scroll"), () =>
      scrollThroughMessages(browserReader, messageCount),
    );
    printFrameRows(`Scroll up through ${read} messages`, frames, maximumFramesPerMinute);
    await openLargeRoom();
    printRow(
      "Place lost while older ones load above",
      Math.max(...(await measureShiftWhileLoading(browserReader, 6))),
      "px",
      0,
    );
    printRow(
      "Place lost while a message above grows",
      Math.max(
        ...(await measureShiftWhileGrowing(browserReader, { ...measuredRoom, people: workspace.people }, 6)),
      ),
      "px",
      0,
    );
  }
  if (selectedMeasurements.has("typing")) {
    writeProgress("Typing");
    await openLargeRoom();
    const typingMeasurement = await measureProcessorTime(browserReader, () =>
      runWithProfile(browserReader, profilePath("typing"), () =>
        acts.measureTyping(browserReader, measuredRoom, 20),
      ),
    );
    const { pageInpMs, keys, sentCount } = typingMeasurement.result;
    printRow(`INP of ${keys} keys while ${sentCount} messages arrive, 20/s`, pageInpMs, "ms", 80);
    printRow("  processor time a second", typingMeasurement.totalMs / 20, "ms");
    printRow("    script", typingMeasurement.scriptMs / 20, "ms");
    printRow("    styles and layout", (typingMeasurement.styleMs + typingMeasurement.layoutMs) / 20, "ms");
  }
  if (selectedMeasurements.has("hostile")) {
    writeProgress("Reading messages made to keep a page busy");
    await browserReader.devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    const room = smallRooms[0] ?? largeRoom;
    await openRoomPage(page, room, newestMessageIdByRoom.get(room) ?? "");
    await measureHostileTexts(browserReader, { ...measuredRoom, room });
    await browserReader.devtools.send("Emulation.setCPUThrottlingRate", { rate: slowFactor });
  }
  if (selectedMeasurements.has("memory")) {
    writeProgress(`Watching the memory for ${memoryMinutes + 1} minutes`);
    await acts.openAtNewestMessage(page, measuredRoom);
    await assignFirstCore(page);
    await browserReader.devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    const heapReadingsMb = await acts.measureHeapGrowth(browserReader, measuredRoom, memoryMinutes, () =>
      workspace.renewTokens(),
    );
    printRow(
      "JavaScript heap at 5 messages/s, after the first minute",
      heapReadingsMb[0] ?? Number.NaN,
      "MB",
    );
    printRow("  at the end", heapReadingsMb.at(-1) ?? Number.NaN, "MB");
    printRow("  growth a minute, in kB", computeSlope(heapReadingsMb) * 1000, "kB", 50);
  }
}

process.stdout.write(
  `Chromium ${slowFactor} times slowed down, the page ${hasReservedCore ? "with a core of its own" : "beside everything else"}; ` +
    `load before: ${loadavg()[0]?.toFixed(1)}\n\n`,
);
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
  process.on(signal, () => void endProcesses().then(() => process.exit(1)));
try {
  await runBenches();
  process.stdout.write(`\nLoad after: ${loadavg()[0]?.toFixed(1)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  hasFailed = true;
}
await endProcesses();
process.exit(hasFailed || isTargetMissed() ? 1 : 0);
