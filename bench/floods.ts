import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { PrepareFlood, StatusCounts } from "./floods/flood.ts";
import { guessCredentials, requestSocialCards, sendForgedTokens } from "./floods/guesses.ts";
import { holdUnfinishedRequests } from "./floods/halves.ts";
import {
  createGroupsMentionAndSearch,
  editAndReadRevisions,
  sendHostileLinks,
  sendMalformedForms,
  writeDrafts,
} from "./floods/people.ts";
import { uploadLargePictures } from "./floods/pictures.ts";
import { beginUnfinishedUploads } from "./floods/strangers.ts";
import { endProcesses } from "./load/run.ts";
import { startServer } from "./server.ts";
import { type BenchWorkspace, createWorkspace } from "./stage.ts";

const floodsByName: Record<string, PrepareFlood> = {
  strangers: beginUnfinishedUploads,
  halves: holdUnfinishedRequests,
  drafts: writeDrafts,
  people: createGroupsMentionAndSearch,
  pictures: uploadLargePictures,
  links: sendHostileLinks,
  revisions: editAndReadRevisions,
  forms: sendMalformedForms,
  guesses: guessCredentials,
  tokens: sendForgedTokens,
  cards: requestSocialCards,
};

const usageText = `npm run bench -- floods [--seconds N] [--only ${Object.keys(floodsByName).join("|")}]

  --seconds   how long each flood lasts (60); a tenth of it goes before, for what the first ones load
  --only      one of them alone; people who never read are "npm run bench -- --only slow"`;

const { values: options } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, only: { type: "string" } },
});
const floodSeconds = Number(options.seconds);
if (!(floodSeconds >= 1) || (options.only && !(options.only in floodsByName))) {
  process.stdout.write(`${usageText}\n`);
  process.exit(2);
}

/** The maximum ratio of the server's memory one minute after a flood to its memory before the flood. */
const maximumMemoryRatio = 1.2;
const restAfterFloodMs = 60_000;
/** Milliseconds between measurements of memory. */
const sampleIntervalMs = 250;
const personCount = 60;

const formatMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/**
 * Runs one flood against a new server that has the rate limits of production. Returns whether the server's memory
 * stayed within its limit.
 */
async function measureFlood(
  workspace: BenchWorkspace,
  name: string,
  prepareFlood: PrepareFlood,
): Promise<boolean> {
  await workspace.renewTokens();
  await using server = await startServer({
    ...workspace,
    profileDir: undefined,
    settings: { CALL_LIMITS_FACTOR: "1" },
  });
  const attack = await prepareFlood({ url: server.url, workspace });
  const freshServerBytes = await server.readMemoryBytes();
  await attack(performance.now() + floodSeconds * 100);
  const bytesBeforeFlood = await server.waitForStableMemory();
  let peakBytes = bytesBeforeFlood;
  let isSampling = true;
  const memorySampling = (async () => {
    while (isSampling) {
      peakBytes = Math.max(peakBytes, await server.readMemoryBytes());
      await wait(sampleIntervalMs);
    }
  })();
  const statuses = await attack(performance.now() + floodSeconds * 1_000);
  await wait(restAfterFloodMs);
  isSampling = false;
  await memorySampling;
  const bytesAfterFlood = await server.readMemoryBytes();
  const memoryRatio = bytesAfterFlood / bytesBeforeFlood;
  const isWithinLimit = memoryRatio <= maximumMemoryRatio;
  process.stdout.write(
    `${name.padEnd(10)} fresh ${formatMegabytes(freshServerBytes)}, before ${formatMegabytes(bytesBeforeFlood)}, peak ${formatMegabytes(peakBytes)}, a minute after ${formatMegabytes(bytesAfterFlood)}: ${memoryRatio.toFixed(2)} of before, ${(memoryRatio / maximumMemoryRatio).toFixed(2)} of the limit, ${isWithinLimit ? "met" : "MISSED"}\n           answers: ${formatStatuses(statuses)}; load of this machine ${loadavg()[0]?.toFixed(1)}\n`,
  );
  return isWithinLimit;
}

function formatStatuses(statuses: StatusCounts): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${status === "0" ? "none" : status}: ${count}`)
    .join(", ");
}

process.on("SIGINT", () => void endProcesses().then(() => process.exit(130)));
process.on("SIGTERM", () => void endProcesses().then(() => process.exit(143)));
process.on("disconnect", () => void endProcesses().then(() => process.exit(143)));
// Without `unref`, the IPC channel to the parent process would keep this process running after the last measurement.
process.channel?.unref();

await using workspace = await createWorkspace(personCount);
for (const [name, prepareFlood] of Object.entries(floodsByName)) {
  if (options.only && options.only !== name) continue;
  if (!(await measureFlood(workspace, name, prepareFlood))) process.exitCode = 1;
}
