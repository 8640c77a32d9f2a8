import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import type { Locator, Page } from "playwright-core";
import { endProcesses } from "../load/run.ts";
import { hasReservedCore } from "./own-core.ts";
import { type BrowserReader, callInPage, runWithProfile } from "./page.ts";
import { computeQuantile } from "./sums.ts";

/** An action of a person on a page. After each round of all actions the page is in the same state as before. */
export interface MeasuredAction {
  readonly label: string;
  readonly run: (page: Page) => Promise<void>;
}

/** Moves the pointer to the middle of an element, and rests there for a moment. */
export async function movePointerTo(page: Page, element: Locator): Promise<{ x: number; y: number }> {
  const elementBox = await element.boundingBox();
  if (!elementBox) throw new Error(`Not in sight: ${element}`);
  const centre = { x: elementBox.x + elementBox.width / 2, y: elementBox.y + elementBox.height / 2 };
  await page.mouse.move(centre.x, centre.y);
  await page.waitForTimeout(100);
  return centre;
}

/** Clicks as a person does: the button stays down for a moment. */
export async function clickLikePerson(page: Page, element: Locator): Promise<void> {
  await movePointerTo(page, element);
  await page.mouse.down();
  await page.waitForTimeout(60);
  await page.mouse.up();
}

interface MeasureOptions {
  /** How many rounds the bench runs. Each round runs every action once. */
  readonly rounds: number;
  /** The path of the file for V8's CPU profile of the page. Undefined if no profile is recorded. */
  readonly profile: string | undefined;
}

/** Reads `--rounds` and `--profile`. Prints `usage` and ends the process if they are wrong, or with `--help`. */
export function readOptions(usage: string): MeasureOptions {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "8" },
      profile: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const rounds = Number(values.rounds);
  if (values.help || !(rounds >= 1)) {
    process.stdout.write(`${usage}\n`);
    process.exit(values.help ? 0 : 2);
  }
  return { rounds, profile: values.profile };
}

/**
 * Repeats the actions. Prints for each action how long its interactions took in milliseconds, from the input to the
 * next painted frame as the browser reports it. Returns whether the page's INP (interaction to next paint) is above
 * `limitMs`.
 */
export async function measureInteractions(
  reader: BrowserReader,
  actions: readonly MeasuredAction[],
  limitMs: number,
  { rounds, profile }: MeasureOptions,
): Promise<boolean> {
  const { page } = reader;
  const durationsByLabel = new Map<string, number[]>(actions.map(({ label }) => [label, []]));
  await runWithProfile(reader, profile, async () => {
    for (let roundNumber = 0; roundNumber < rounds; roundNumber++)
      for (const { label, run } of actions) {
        await callInPage(page, "startRecording");
        await run(page);
        await page.waitForTimeout(900);
        const { interactions } = await callInPage(page, "recording");
        // The browser reports no interaction shorter than 16 ms. An action without a reported interaction is recorded
        // as 16 ms.
        durationsByLabel.get(label)?.push(...(interactions.length > 0 ? interactions : [16]));
      }
  });
  for (const [label, actionDurationsMs] of durationsByLabel)
    process.stdout.write(
      `${label.padEnd(32)} median ${String(computeQuantile(actionDurationsMs, 0.5)).padStart(4)} ms, slowest of ${actionDurationsMs.length} ${String(Math.max(...actionDurationsMs)).padStart(4)} ms\n`,
    );
  const durationsMs = [...durationsByLabel.values()].flat().sort((a, b) => b - a);
  // Computes INP as browsers do: ignores one outlier in every fifty interactions, and takes the longest of the others.
  const inpMs = durationsMs[Math.floor(durationsMs.length / 50)] ?? 16;
  const isLimitMissed = inpMs > limitMs;
  process.stdout.write(
    `INP of ${durationsMs.length} interactions ${inpMs} ms (limit ${limitMs})${isLimitMissed ? "  MISSED" : ""}\n`,
  );
  return isLimitMissed;
}

/**
 * Runs the bench of one page and ends the process. The exit code is 1 if `runBench` throws or returns true, which means
 * that a limit was exceeded.
 */
export async function runPageBench(slowFactor: number, runBench: () => Promise<boolean>): Promise<never> {
  process.stdout.write(
    `Chromium ${slowFactor} times slowed down, the page ${hasReservedCore ? "with a core of its own" : "beside everything else"}; load before: ${loadavg()[0]?.toFixed(1)}\n\n`,
  );
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
    process.on(signal, () => void endProcesses().then(() => process.exit(1)));
  let isLimitMissed = true;
  try {
    isLimitMissed = await runBench();
    process.stdout.write(`\nLoad after: ${loadavg()[0]?.toFixed(1)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  }
  await endProcesses();
  process.exit(isLimitMissed ? 1 : 0);
}
