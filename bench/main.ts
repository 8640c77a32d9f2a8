import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { computeMedianOfRuns, type FigureValues, formatFiguresAsJson, formatTable } from "./figures.ts";
import { measureMemory } from "./idle-sockets.ts";
import { endProcesses } from "./load/run.ts";
import { MessageLossError, measureSpeed } from "./measure.ts";
import { startServer } from "./server.ts";
import { measureSlowReaders } from "./slow-readers.ts";
import { type BenchWorkspace, createWorkspace } from "./stage.ts";
import { measureLaterStart } from "./starts.ts";

const usageText = `npm run bench -- [--json] [--runs N] [--only speed|memory|slow] [--profile FOLDER]

  --json      one JSON object on stdout instead of the table
  --runs      how often the figures of speed are taken; their medians are shown (3)
  --only      figures of speed, of memory, or of people who never read alone
  --profile   V8 profiles the server and leaves the profile there`;

/** The number of signed-in people. The bench opens one idle WebSocket for each of them. */
const personCount = 1_000;
/**
 * The bench aborts after this many milliseconds with up to three runs. With more runs, the time limit grows in
 * proportion.
 */
const runTimeoutMs = 600_000;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    runs: { type: "string", default: "3" },
    only: { type: "string" },
    profile: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const runCount = Number(options.runs);
if (options.help || !Number.isInteger(runCount) || runCount < 1 || runCount > 100) {
  process.stdout.write(`${usageText}\n`);
  process.exit(options.help ? 0 : 2);
}

/** Progress is written to stderr, so that stdout contains only the table or the JSON. */
function writeProgress(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function measureSpeedRuns(workspace: BenchWorkspace): Promise<FigureValues> {
  await using server = await startServer({ ...workspace, profileDir: options.profile });
  const speedRuns: FigureValues[] = [];
  while (speedRuns.length < runCount) {
    writeProgress(`Speed, run ${speedRuns.length + 1} of ${runCount}`);
    speedRuns.push(await measureSpeed(workspace, server));
  }
  return computeMedianOfRuns(speedRuns);
}

async function runBenches(cleanupStack: AsyncDisposableStack): Promise<void> {
  const workspace = cleanupStack.use(await createWorkspace(personCount));
  const values: FigureValues = {};
  if (options.only === undefined || options.only === "speed")
    Object.assign(values, await measureSpeedRuns(workspace));
  if (options.only === undefined || options.only === "memory") {
    writeProgress("Memory: waiting for it to settle");
    Object.assign(values, await measureMemory(workspace));
  }
  if (options.only === undefined || options.only === "slow") {
    for (const nonReaderCount of [100, 500] as const) {
      writeProgress(`${nonReaderCount} people who never read: takes two minutes`);
      await workspace.renewTokens();
      Object.assign(values, await measureSlowReaders(workspace, nonReaderCount));
    }
  }
  if (options.only === undefined || options.only === "speed") {
    writeProgress("Starting again");
    values.later_start = await measureLaterStart();
  }
  const machine = {
    cores: cpus().length,
    node: process.version,
    postgresql: workspace.database.version,
    runs: runCount,
  };
  if (options.json)
    process.stdout.write(`${JSON.stringify({ machine, lost: 0, figures: formatFiguresAsJson(values) })}\n`);
  else {
    const { cores, node, postgresql } = machine;
    process.stdout.write(
      `Node ${node}, PostgreSQL ${postgresql} with fsync on, ${cores} cores shared with the load; medians of ${runCount}\n\n${formatTable(values)}\n\nNo event was lost.\n`,
    );
  }
}

const cleanupStack = new AsyncDisposableStack();
let isExiting = false;
async function exitAfterCleanup(code: number, reason?: string): Promise<void> {
  if (isExiting) return;
  isExiting = true;
  if (reason) writeProgress(reason);
  await endProcesses();
  await cleanupStack.disposeAsync().catch((error: unknown) => writeProgress(String(error)));
  process.exit(code);
}
process.on("SIGINT", () => void exitAfterCleanup(130, "Interrupted"));
process.on("SIGTERM", () => void exitAfterCleanup(143, "Interrupted"));
// Node emits "disconnect" when the parent process has ended, because the IPC channel closes.
process.on("disconnect", () => void exitAfterCleanup(143, "Interrupted"));
setTimeout(
  () => void exitAfterCleanup(1, "The bench took too long"),
  runTimeoutMs * Math.max(1, runCount - 2),
).unref();

try {
  await runBenches(cleanupStack);
  await exitAfterCleanup(0);
} catch (error) {
  const isMessageLoss = error instanceof MessageLossError;
  if (isMessageLoss && options.json)
    process.stdout.write(`${JSON.stringify({ lost: 1, reason: error.message })}\n`);
  await exitAfterCleanup(1, isMessageLoss ? `Events were lost. ${error.message}` : String(error));
}
