import { parseArgs } from "node:util";
import { type KillFigures, runEmbeddedDatabaseKills, runExternalDatabaseKills } from "../e2e/kills/run.ts";

const usageText = `npm run bench -- kills [--kills N] [--only embedded|outside]

  --kills     how often something is killed in each of the two runs (20)
  --only      the run with the embedded database, or with one outside, alone`;

const { values: options } = parseArgs({
  options: { kills: { type: "string", default: "20" }, only: { type: "string" } },
});
const killCount = Number(options.kills);
if (
  !Number.isInteger(killCount) ||
  killCount < 1 ||
  ![undefined, "embedded", "outside"].includes(options.only)
) {
  process.stdout.write(`${usageText}\n`);
  process.exit(2);
}

const writeProgress = (line: string) => void process.stderr.write(`${line}\n`);
/** Repeats the list of kill targets (server, database or both) until it has one entry for each requested kill. */
const repeatKillTargets = <V>(...killTargets: V[]): V[] =>
  Array.from({ length: killCount }, (_, index) => killTargets[index % killTargets.length] as V);

function printFigures(
  name: string,
  { killCount, acknowledgedCount, outageCount, connectionCutCount, recoveryTimesMs }: KillFigures,
): void {
  const sortedTimesMs = recoveryTimesMs.toSorted((a, b) => a - b).map(Math.round);
  const [middle, longestMs] = [
    sortedTimesMs[Math.floor((sortedTimesMs.length - 1) / 2)],
    sortedTimesMs.at(-1),
  ];
  process.stdout.write(
    `${name}: ${killCount} kills and ${connectionCutCount} cut connections, ${acknowledgedCount} messages acknowledged, 0 lost, 0 doubled, every view whole; ${outageCount} attempts repeated; back after ${middle} ms (median), ${longestMs} ms (worst)\n`,
  );
}

if (options.only !== "outside")
  printFigures(
    "embedded database",
    await runEmbeddedDatabaseKills(
      repeatKillTargets("server", "everything", "server", "database"),
      writeProgress,
    ),
  );
if (options.only !== "embedded")
  printFigures(
    "database outside",
    await runExternalDatabaseKills(
      repeatKillTargets("server", "database", "server", "database in order"),
      writeProgress,
    ),
  );
