import { openDatabase } from "../apps/server/src/kit/db/database.ts";
import { measureInteractions, readOptions, runPageBench } from "./browser/interactions.ts";
import { assignFirstCore } from "./browser/own-core.ts";
import { openReader, setSlowFactor } from "./browser/page.ts";
import { canvasActions } from "./canvas/actions.ts";
import { measureFrameRate } from "./canvas/frames.ts";
import { createLargeStory } from "./canvas/story.ts";
import { startServer } from "./server.ts";
import { createWorkspace } from "./stage.ts";
import { createApiCaller, createStory } from "./stories/api.ts";

const usageText = `npm run bench -- canvas [--rounds N] [--profile FILE]

  The canvas of a story with 500 blocks in Chromium, its processor slowed down four times, as it opens and with the whole
  story in sight: choosing, typing, moving, dragging, deleting, undo and search, and what browsers report as INP. Then,
  at full speed, how many frames a second the canvas has while it moves.

  --rounds   how often each action is repeated (8)
  --profile  V8 profiles the page and writes it to this file`;

const benchOptions = readOptions(usageText);
const [slowFactor, limitMs] = [4, 100];

async function runBench(): Promise<boolean> {
  await using workspace = await createWorkspace(1);
  const [person] = workspace.people;
  if (!person) throw new Error("Nobody is there");
  const db = openDatabase(workspace.databaseUrl, { maximumConnections: 1 });
  await db.pool.query("update users set role = 'brse', account_type = 'PERSONAL' where id = $1", [person.id]);
  await db.close();
  await using server = await startServer({ ...workspace, profileDir: undefined });
  const { botId, storyId } = await createStory(createApiCaller(server, person), createLargeStory());
  await using reader = await openReader(server.url, person, workspace.password, slowFactor);
  const { page } = reader;
  await page.goto(`/bots/${botId}/story/${storyId}`);
  const groups = page.locator(".react-flow__node");
  await groups.first().waitFor();
  await page.waitForLoadState("networkidle");
  await assignFirstCore(page);
  await page.waitForTimeout(3_000);
  /**
   * Measures how fast the canvas reacts at its current zoom and position. Returns whether a measurement missed its
   * limit.
   */
  const measureView = async (view: string) => {
    process.stdout.write(`${view}: ${await groups.count()} groups in sight\n`);
    const isInpTooHigh = await measureInteractions(reader, canvasActions, limitMs, benchOptions);
    await setSlowFactor(reader, 1);
    const isFrameRateTooLow = await measureFrameRate(page);
    await setSlowFactor(reader, slowFactor);
    return isInpTooHigh || isFrameRateTooLow;
  };
  const isTooSlowAtOpening = await measureView("As it opens");
  await page.locator(".react-flow__controls-fitview").click();
  await groups.nth(99).waitFor();
  await page.waitForTimeout(3_000);
  return (await measureView("\nThe whole story")) || isTooSlowAtOpening;
}

await runPageBench(slowFactor, runBench);
