import { fork } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { findImport, markImportRunning } from "../apps/server/src/features/imports/store.ts";
import { runImport } from "../apps/server/src/features/imports/work.ts";
import { importPairs } from "../apps/server/src/features/memory/import-store.ts";
import { readPairsInBatches } from "../apps/server/src/features/memory/management-store.ts";
import { formatMemoryTmx } from "../apps/server/src/features/memory/tmx.ts";
import { firmMemoryScope, toTranslationPairRow } from "../apps/server/src/features/memory/unit.ts";
import { openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporaryCluster } from "../apps/server/src/kit/db/temporary.ts";
import { newId } from "../apps/server/src/kit/ids.ts";

// Usage: `node bench/exchange.ts [UNITS]`. Imports and exports a TMX file (Translation Memory eXchange) with a million
// translation units. Import and export each run in a separate process, which prints its peak memory. The database has
// no search indexes: they would slow the import down, and have no effect on the measured memory.

const maximumPeakBytes = 300e6;
const transferName = process.env.EXCHANGE_TASK;
const translationUnitCount = Number(process.argv[2] ?? 1_000_000);

interface TransferJob {
  url: string;
  path: string;
}

async function importFile({ url, path }: TransferJob): Promise<string> {
  const db = openDatabase(url, { maximumConnections: 2 });
  const id = newId();
  const { size } = await stat(path);
  await sql`insert into imports (id, file_id, target, file_name, approved, total_bytes)
    values (${id}, ${newId()}, 'memory', 'bench.tmx', false, ${size})`.execute(db.kysely);
  const importRun = await markImportRunning(db.kysely, id);
  if (!importRun) throw new Error("The import did not begin");
  const importWriters = {
    memory: async (
      tx: typeof db.kysely,
      pairs: readonly Omit<Parameters<typeof toTranslationPairRow>[0], "approved">[],
    ) => {
      const changes = await importPairs(
        tx,
        pairs.map((pair) => toTranslationPairRow({ ...pair, approved: false })),
      );
      return { added: changes.length, replaced: 0, changes };
    },
    glossary: () => Promise.reject(new Error("There are no terms")),
  };
  const importServices = { db: db.kysely, writers: importWriters, throwIfStopping: () => {} };
  await runImport(importServices, id, { ...importRun, target: "memory" }, async () => createReadStream(path));
  const finishedImport = await findImport(db.kysely, id);
  await db.close();
  return `${finishedImport?.added} added`;
}

async function exportFile({ url }: TransferJob): Promise<string> {
  const db = openDatabase(url, { maximumConnections: 2 });
  const memoryFilter = { scope: firmMemoryScope, from: undefined, to: undefined };
  const tmxChunks = formatMemoryTmx(readPairsInBatches(db.kysely, memoryFilter, 200));
  let bytes = 0;
  const discardingStream = new Writable({
    write(chunk: Buffer, _, callback) {
      bytes += chunk.length;
      callback();
    },
  });
  await pipeline(Readable.from(tmxChunks, { objectMode: false }), discardingStream);
  await db.close();
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** Runs the import or the export in a separate process. Returns the peak memory of that process in bytes. */
async function measureTransfer(name: "import" | "export", job: TransferJob): Promise<number> {
  const beganAt = performance.now();
  const childProcess = fork(fileURLToPath(import.meta.url), [], {
    env: { ...process.env, EXCHANGE_TASK: name },
  });
  const childExit = once(childProcess, "exit");
  childProcess.send(job);
  const [{ peakBytes, result }] = (await once(childProcess, "message")) as [
    { peakBytes: number; result: string },
  ];
  const [code] = await childExit;
  if (code !== 0) throw new Error(`The ${name} failed`);
  const seconds = (performance.now() - beganAt) / 1000;
  process.stdout.write(
    `${name} of ${translationUnitCount} units: ${result}, ${seconds.toFixed(0)} s, ${Math.round(translationUnitCount / seconds)} a second, peak ${(peakBytes / 1e6).toFixed(0)} MB (limit ${maximumPeakBytes / 1e6})\n`,
  );
  return peakBytes;
}

function* generateTmx(): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header srclang="ja"/><body>\n';
  for (let index = 0; index < translationUnitCount; index++)
    yield `<tu><tuv xml:lang="ja"><seg>仕様書の第${index}章を確認しましたので、${index % 97}番の画面から<ph>{${index % 9}}</ph>直してください。</seg></tuv><tuv xml:lang="${index % 2 ? "en" : "vi"}"><seg>I have checked chapter ${index} of the specification; please mend it from screen ${index % 97} on.</seg></tuv></tu>\n`;
  yield "</body></tmx>\n";
}

if (transferName === "import" || transferName === "export") {
  const [job] = (await once(process, "message")) as [TransferJob];
  const result = await (transferName === "import" ? importFile(job) : exportFile(job));
  // Node reports `maxRSS` in kilobytes.
  process.send?.({ peakBytes: process.resourceUsage().maxRSS * 1024, result });
  process.disconnect?.();
} else {
  const folder = await mkdtemp(join(tmpdir(), "kakehashi-exchange-"));
  const cluster = await startTemporaryCluster();
  try {
    await migrate(cluster.url, new URL("../apps/server/src/migrations", import.meta.url).pathname);
    const db = openDatabase(cluster.url, { maximumConnections: 1 });
    await sql`drop index memory_units_by_gram, memory_units_by_word`.execute(db.kysely);
    await db.close();
    const path = join(folder, "bench.tmx");
    await pipeline(Readable.from(generateTmx()), createWriteStream(path));
    process.stdout.write(`A TMX of ${((await stat(path)).size / 1e6).toFixed(0)} MB\n`);
    const job = { url: cluster.url, path };
    const peakBytes = [await measureTransfer("import", job), await measureTransfer("export", job)];
    process.exitCode = Math.max(...peakBytes) > maximumPeakBytes ? 1 : 0;
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
