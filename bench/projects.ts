import { randomUUID } from "node:crypto";
import { listProjects } from "../apps/server/src/features/projects/list-store.ts";
import { openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporary } from "../apps/server/src/kit/db/temporary.ts";
import { newId } from "../apps/server/src/kit/ids.ts";
import { narrowings, sorts } from "./projects/filters.ts";
import { fillProjects, pick } from "./projects/workspace.ts";

// `node bench/projects.ts`: the list of 50,000 projects in three languages, with every filter and mixtures of them, in
// every order. Milliseconds from the question to the page's rows.

const projectCount = Number(process.argv[2] ?? 50_000);
const listingsOfEach = 150;
const limitMs = 30;
/** Most people read the first page. */
const pages = [0, 0, 0, 1, 9].map((number) => ({ offset: number * 20, limit: 20 }));

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const cluster = await startTemporary();
try {
  await migrate(cluster.url, new URL("../apps/server/src/migrations", import.meta.url).pathname);
  const db = openDatabase(cluster.url, { max: 4, statementTimeoutMs: 30 * 60_000 });
  const began = performance.now();
  const people = Array.from({ length: 500 }, () => newId());
  await db.kysely
    .insertInto("users")
    .values(
      people.map((id, index) => ({
        id,
        email: `${index}@bench.example`,
        name: `Person ${index}`,
        live_endpoint: randomUUID(),
        confirmed_at: new Date(),
      })),
    )
    .execute();
  const filled = await fillProjects(db, people, projectCount);
  process.stdout.write(
    `${projectCount} projects written in ${Math.round((performance.now() - began) / 1000)} s\n`,
  );
  let failed = false;
  for (const { name, ...reader } of filled.readers) {
    process.stdout.write(`Reader ${name}:\n`);
    for (const [label, narrowing] of Object.entries(narrowings(filled))) {
      const taken: { ms: number; asked: string }[] = [];
      let hits = 0;
      for (let index = 0; index < listingsOfEach; index++) {
        const filter = { ...narrowing(), sort: pick(sorts) };
        const page = pick(pages);
        const at = performance.now();
        const { projects } = await listProjects(db.kysely, reader, filter, page);
        taken.push({ ms: performance.now() - at, asked: JSON.stringify({ ...filter, offset: page.offset }) });
        if (projects.length > 0) hits++;
      }
      taken.sort((a, b) => a.ms - b.ms);
      const times = taken.map(({ ms }) => ms);
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
      failed ||= p99 > limitMs;
      const slowest = p99 > limitMs ? `  MISSED, slowest: ${taken.at(-1)?.asked}` : "";
      process.stdout.write(
        `  ${label.padEnd(28)} p50 ${p50.toFixed(1).padStart(5)} ms, p99 ${p99.toFixed(1).padStart(5)} ms (limit ${limitMs}), ${hits} of ${listingsOfEach} found something${slowest}\n`,
      );
    }
  }
  await db.close();
  process.exitCode = failed ? 1 : 0;
} finally {
  await cluster.stop();
}
