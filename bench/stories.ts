import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openDatabase } from "../apps/server/src/kit/db/database.ts";
import { computeQuantile } from "./browser/sums.ts";
import { endProcesses } from "./load/run.ts";
import { startServer } from "./server.ts";
import { createWorkspace } from "./stage.ts";
import { createApiCaller, createStory, publishStory, tenBlockStory } from "./stories/api.ts";
import { measureAnswerTimes, messagesPerSecond } from "./stories/turns.ts";

// Usage: `npm run bench -- stories [--seconds N]`. Measures how fast a bot answers while visitors send 200 messages per
// second.

/** The limit in milliseconds for the 99th percentile of the bot's answer times. */
const answerLimitMs = 25;
const { values: options } = parseArgs({
  options: { seconds: { type: "string", default: "30" } },
});

let isTargetMissed = false;
function printFigure(text: string, value: number, limit: number): void {
  const isMet = value <= limit;
  isTargetMissed ||= !isMet;
  process.stdout.write(`${text}: ${value.toFixed(1)} ms (at most ${limit}) ${isMet ? "met" : "MISSED"}\n`);
}

async function runBench(): Promise<void> {
  await using workspace = await createWorkspace(1);
  const [author] = workspace.people;
  if (!author) throw new Error("There is nobody");
  const db = openDatabase(workspace.databaseUrl, { maximumConnections: 1 });
  await db.pool.query("update users set role = 'brse' where id = $1", [author.id]);
  await db.close();
  await using server = await startServer({ ...workspace, profileDir: undefined });
  const apiCaller = createApiCaller(server, author);
  const story = await createStory(apiCaller, tenBlockStory);
  await publishStory(apiCaller, story);
  const times = await measureAnswerTimes(server.url, story.botId, Number(options.seconds));
  process.stdout.write(
    `${times.length} turns of ten blocks at ${messagesPerSecond} a second: p50 ${computeQuantile(times, 0.5).toFixed(1)} ms\n`,
  );
  printFigure("  p99", computeQuantile(times, 0.99), answerLimitMs);
}

process.stdout.write(`Load before: ${loadavg()[0]?.toFixed(1)}\n`);
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
  process.on(signal, () => void endProcesses().then(() => process.exit(1)));
try {
  await runBench();
  process.stdout.write(`Load after: ${loadavg()[0]?.toFixed(1)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  isTargetMissed = true;
}
await endProcesses();
process.exit(isTargetMissed ? 1 : 0);
