import { listProjects } from "../apps/server/src/features/projects/list-store.ts";
import { openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporaryCluster } from "../apps/server/src/kit/db/temporary.ts";
import { createQueries } from "./projects/calls.ts";
import { createFilterGenerators, sortOrders } from "./projects/filters.ts";
import { addPeople } from "./projects/people.ts";
import { fillProjects, pickRandom } from "./projects/workspace.ts";

// Usage: `node bench/projects.ts`. Measures the list of 50,000 projects in three languages: in every sort order, with
// each filter, and with combinations of filters. Prints the times in milliseconds from the query to the received rows
// of one page.

const projectCount = Number(process.argv[2] ?? 50_000);
const callsPerFilter = 150;
const limitMs = 30;
const connectionCount = 4;
/** The list pages that are measured. The first page occurs three times, because most people read only this page. */
const listPages = [0, 0, 0, 1, 9].map((number) => ({ offset: number * 20, limit: 20 }));

function quantileOf(sortedValues: readonly number[], fraction: number): number {
  return sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * fraction))] ?? 0;
}

const temporaryCluster = await startTemporaryCluster();
try {
  await migrate(temporaryCluster.url, new URL("../apps/server/src/migrations", import.meta.url).pathname);
  const db = openDatabase(temporaryCluster.url, {
    maximumConnections: connectionCount,
    statementTimeoutMs: 30 * 60_000,
  });
  const fillStartedAt = performance.now();
  const people = await addPeople(db, 5_000);
  const filledDatabase = await fillProjects(db, people.slice(0, 500), projectCount);
  process.stdout.write(
    `${projectCount} projects written in ${Math.round((performance.now() - fillStartedAt) / 1000)} s\n`,
  );
  let hasFailed = false;
  const printTimes = (label: string, times: number[], resultNote: string) => {
    times.sort((a, b) => a - b);
    const [p50, p99] = [quantileOf(times, 0.5), quantileOf(times, 0.99)];
    hasFailed ||= p99 > limitMs;
    process.stdout.write(
      `  ${label.padEnd(32)} p50 ${p50.toFixed(1).padStart(5)} ms, p99 ${p99.toFixed(1).padStart(5)} ms (limit ${limitMs})${p99 > limitMs ? "  MISSED" : ""}${resultNote}\n`,
    );
  };
  // Warms all connections of the pool up. The first queries of a connection also read PostgreSQL's catalogue, which
  // must not count.
  for (const reader of filledDatabase.readers)
    for (const generateFilter of Object.values(createFilterGenerators(filledDatabase)))
      await Promise.all(
        Array.from({ length: connectionCount }, () =>
          listProjects(db.kysely, reader, { ...generateFilter(), sort: "newest" }, { offset: 0, limit: 20 }),
        ),
      );
  for (const reader of filledDatabase.readers) {
    process.stdout.write(`Reader ${reader.name}:\n`);
    for (const [label, generateFilter] of Object.entries(createFilterGenerators(filledDatabase))) {
      const times: number[] = [];
      let successfulCallCount = 0;
      let slowestCall = { ms: 0, question: "" };
      for (let index = 0; index < callsPerFilter; index++) {
        const filter = { ...generateFilter(), sort: pickRandom(sortOrders) };
        const page = pickRandom(listPages);
        const startedAt = performance.now();
        const { projects } = await listProjects(db.kysely, reader, filter, page);
        const ms = performance.now() - startedAt;
        times.push(ms);
        if (ms > slowestCall.ms)
          slowestCall = { ms, question: JSON.stringify({ ...filter, offset: page.offset }) };
        if (projects.length > 0) successfulCallCount++;
      }
      const resultSummary = `, ${successfulCallCount} of ${callsPerFilter} found something`;
      printTimes(
        label,
        times,
        slowestCall.ms > limitMs ? `${resultSummary}; slowest: ${slowestCall.question}` : resultSummary,
      );
    }
    for (const [label, runQuery] of Object.entries(await createQueries(db, reader))) {
      const times: number[] = [];
      for (let index = 0; index < callsPerFilter; index++) {
        const startedAt = performance.now();
        await runQuery();
        times.push(performance.now() - startedAt);
      }
      printTimes(label, times, "");
    }
  }
  await db.close();
  process.exitCode = hasFailed ? 1 : 0;
} finally {
  await temporaryCluster.stop();
}
