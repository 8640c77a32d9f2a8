import { randomInt } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readMemory, waitForStableMemory } from "../bench/memory.ts";
import { type EmbeddedKillTarget, runEmbeddedDatabaseKills } from "../e2e/kills/run.ts";
import { ServerProcess } from "../e2e/server.ts";
import { fuzzCalls } from "./calls.ts";
import { readEndpoints } from "./endpoints.ts";
import { FaultCollector } from "./faults.ts";
import { fuzzFrames } from "./frames.ts";
import { serverSettings, signInCallers, signInPeopleForFrames } from "./people.ts";
import { fuzzRaw } from "./raw.ts";

const usageText = `npm run fuzz -- [--seconds N] [--seed S] [--only calls|frames|kills]

  --seconds   how long it takes on a calm machine, starts included (180); memory is judged from 120 on
  --seed      makes the same calls and frames again, but for ids of what they made; kills fall when they fall
  --only      odd calls, odd frames, or kills while people write, alone`;

const selectablePhases = ["calls", "frames", "kills"];
const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "180" },
    seed: { type: "string" },
    only: { type: "string" },
  },
});
const fuzzSeconds = Number(options.seconds);
const fuzzSeed = Number(options.seed ?? randomInt(2 ** 31));
if (
  !(fuzzSeconds >= 5) ||
  !Number.isInteger(fuzzSeed) ||
  (options.only && !selectablePhases.includes(options.only))
) {
  process.stdout.write(`${usageText}\n`);
  process.exit(2);
}

/** The fraction of the run's time that each phase gets. */
const timeFractionByPhase = { warmUp: 0.12, calls: 0.28, raw: 0.05, frames: 0.1, rest: 0.17, kills: 0.2 };
/**
 * The server's memory after a rest may be at most this many times its memory after the warm-up. More means a memory
 * leak.
 */
const maximumMemoryRatio = 1.2;
const minimumSecondsForMemory = 120;

const collectedFaults = new FaultCollector();
const isSelected = (phase: string) => options.only === undefined || options.only === phase;
const computePhaseDurationMs = (phase: keyof typeof timeFractionByPhase) =>
  timeFractionByPhase[phase] * fuzzSeconds * 1_000;
const writeLine = (line: string) => void process.stdout.write(`${line}\n`);
const startedAt = performance.now();

async function fuzzServer(): Promise<void> {
  await using server = await ServerProcess.start(serverSettings);
  const { address } = server;
  const callers = await signInCallers(server);
  const endpoints = await readEndpoints();
  const runCallPhase = (from: number, durationMs: number) =>
    fuzzCalls({ address, endpoints, callers, seed: from, durationMs, faults: collectedFaults });
  // Sends requests before the memory is measured. The server loads code when it is first used and keeps it in memory,
  // which is no leak.
  if (isSelected("calls")) await runCallPhase(~fuzzSeed, computePhaseDurationMs("warmUp"));
  // The other phases may have ended these people's sessions, so the people sign in again.
  const runFramePhase = async (from: number, durationMs: number) =>
    fuzzFrames({
      address,
      people: await signInPeopleForFrames(server),
      seed: from,
      durationMs,
      faults: collectedFaults,
    });
  if (isSelected("frames")) await runFramePhase(~fuzzSeed, computePhaseDurationMs("warmUp") / 6);
  const memoryBytesBefore = await waitForStableMemory(() => readMemory(address));
  if (isSelected("calls")) {
    const {
      calls: count,
      countByStatus,
      unansweredCount,
      roundCount,
    } = await runCallPhase(fuzzSeed, computePhaseDurationMs("calls"));
    const statuses = Object.entries(countByStatus).map(([status, times]) => `${status}: ${times}`);
    writeLine(
      `calls   ${count} of ${endpoints.length} endpoints as ${callers.length} roles, ${roundCount} rounds; ${statuses.join(", ")}; ${unansweredCount} cut`,
    );
    writeLine(
      `raw     ${await fuzzRaw(address, fuzzSeed, computePhaseDurationMs("raw"), collectedFaults)} answers to what is hardly HTTP`,
    );
  }
  if (isSelected("frames")) {
    const { frames: count, sockets, posts } = await runFramePhase(fuzzSeed, computePhaseDurationMs("frames"));
    writeLine(`frames  ${count} odd ones over ${sockets} sockets; ${posts} messages heard meanwhile`);
  }
  await checkMemory(address, memoryBytesBefore);
  const readinessResponse = await fetch(`${address}/api/ready`).catch(() => null);
  if (readinessResponse?.status !== 200)
    collectedFaults.add("The server is not ready in the end", String(readinessResponse?.status));
}

async function checkMemory(address: string, memoryBytesBefore: number): Promise<void> {
  await wait(computePhaseDurationMs("rest"));
  const memoryBytesAfter = await readMemory(address);
  const [megabytesBefore, megabytesAfter] = [memoryBytesBefore, memoryBytesAfter].map((bytes) =>
    Math.round(bytes / 1024 / 1024),
  );
  const memoryRatio = memoryBytesAfter / memoryBytesBefore;
  const isMemoryChecked = fuzzSeconds >= minimumSecondsForMemory;
  writeLine(
    `memory  ${megabytesBefore} MB before, ${megabytesAfter} MB after a rest: ${memoryRatio.toFixed(2)}${isMemoryChecked ? "" : ", not judged"}`,
  );
  if (isMemoryChecked && memoryRatio > maximumMemoryRatio)
    collectedFaults.add(
      `The server's memory is ${memoryRatio.toFixed(2)} times what it was`,
      `${megabytesBefore} MB, ${megabytesAfter} MB`,
    );
}

async function fuzzKills(): Promise<void> {
  const endTimeMs = performance.now() + computePhaseDurationMs("kills");
  function* generateKillTargets(): Generator<EmbeddedKillTarget> {
    do {
      yield "server";
      yield "everything";
    } while (performance.now() < endTimeMs);
  }
  const {
    killCount,
    acknowledgedCount: acknowledgedPostCount,
    outageCount: repeatedAttemptCount,
    connectionCutCount: cutConnectionCount,
  } = await runEmbeddedDatabaseKills(generateKillTargets());
  writeLine(
    `kills   ${killCount}, and ${cutConnectionCount} cut connections; ${acknowledgedPostCount} posts acknowledged, none lost or doubled; ${repeatedAttemptCount} attempts repeated; every client's state is the stored one`,
  );
}

writeLine(`seed    ${fuzzSeed}`);
const fuzzPhases: [boolean, () => Promise<void>][] = [
  [isSelected("calls") || isSelected("frames"), fuzzServer],
  [isSelected("kills"), fuzzKills],
];
for (const [isPhaseSelected, runPhase] of fuzzPhases) {
  if (!isPhaseSelected) continue;
  await runPhase().catch((error: Error) =>
    collectedFaults.add(`The run broke: ${error.message}`, String(error.stack)),
  );
}
const elapsedSeconds = Math.round((performance.now() - startedAt) / 1_000);
writeLine(`took    ${elapsedSeconds} s; load of this machine ${loadavg()[0]?.toFixed(1)}`);
for (const line of collectedFaults.lines()) writeLine(`FELL    ${line}`);
writeLine(
  collectedFaults.size === 0
    ? "Nothing fell."
    : `${collectedFaults.size} things fell. Again: npm run fuzz -- --seed ${fuzzSeed}`,
);
process.exitCode = collectedFaults.size === 0 ? 0 : 1;
