import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startEmbeddedPostgres } from "./embedded.ts";

// Each test starts one or two real databases while other test files run, so it needs a long timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let dataDir: string;
const ownerProcesses: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kakehashi-embedded-"));
  chmodSync(dataDir, 0o711);
});

afterEach(async () => {
  for (const serverProcess of ownerProcesses.splice(0)) await killProcess(serverProcess);
  await waitUntilStopped();
  rmSync(dataDir, { recursive: true, force: true });
});

async function queryRows(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts another process that runs the embedded database. Resolves to the first line that the process prints. */
async function startCluster(folder: string): Promise<{ serverProcess: ChildProcess; line: string }> {
  const startScript = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, "embedded.ts"))};
    try {
      console.log((await startEmbeddedPostgres(${JSON.stringify(folder)})).url);
      setInterval(() => {}, 60_000);
    } catch (error) {
      console.log("refused: " + error.message);
    }`;
  const serverProcess = spawn(process.execPath, ["--input-type=module", "--eval", startScript], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  ownerProcesses.push(serverProcess);
  const [line] = await once(createInterface({ input: serverProcess.stdout }), "line");
  return { serverProcess, line };
}

async function killProcess(serverProcess: ChildProcess): Promise<void> {
  if (serverProcess.exitCode !== null || serverProcess.signalCode !== null) return;
  serverProcess.kill("SIGKILL");
  await once(serverProcess, "exit");
}

function readPostmasterPid(folder = dataDir): number | undefined {
  const file = join(folder, "postgres", "postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined;
}

/**
 * Waits until the database can start again after its server process was killed. The watching shell first stops the old
 * database.
 */
async function waitUntilStopped(): Promise<void> {
  if (readPostmasterPid() !== undefined) await (await startEmbeddedPostgres(dataDir)).stop();
}

test("what was committed is there at the next start", async () => {
  const firstCluster = await startEmbeddedPostgres(dataDir);
  await queryRows(firstCluster.url, "create table notes (text text)");
  await queryRows(firstCluster.url, "insert into notes values ('架け橋')");
  await firstCluster.stop();
  expect(await firstCluster.exitPromise).toBeUndefined();
  expect(readPostmasterPid()).toBeUndefined();
  const secondCluster = await startEmbeddedPostgres(dataDir);
  expect(await queryRows(secondCluster.url, "select text from notes")).toEqual([{ text: "架け橋" }]);
  await secondCluster.stop();
});

test("the database sorts by code point, knows Japanese letters, is durable and has no port", async () => {
  const { url, stop } = await startEmbeddedPostgres(dataDir);
  await queryRows(url, "create extension pg_trgm");
  const [row] = await queryRows(
    url,
    `select cardinality(show_trgm('日本語')) > 0 as trigrams, 'Z' < 'a' as by_code_point,
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('listen_addresses') as addresses,
            (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  );
  expect(row).toEqual({
    trigrams: true,
    by_code_point: true,
    fsync: "on",
    commit: "on",
    addresses: "",
    superuser: false,
  });
  await stop();
});

describe("a killed process", () => {
  test("takes its database with it, and the next start has every committed row", async () => {
    const { serverProcess, line: url } = await startCluster(dataDir);
    await queryRows(url, "create table notes (id int)");
    await queryRows(url, "insert into notes values (1)");
    await killProcess(serverProcess);
    const nextCluster = await startEmbeddedPostgres(dataDir);
    expect(await queryRows(nextCluster.url, "select id from notes")).toEqual([{ id: 1 }]);
    await nextCluster.stop();
  });

  test("leaves a database whose watcher was killed too, and the next start stops it first", async () => {
    const { serverProcess } = await startCluster(dataDir);
    const orphanPid = readPostmasterPid() as number;
    for (const pid of listWatchdogPids(orphanPid)) process.kill(pid, "SIGKILL");
    await killProcess(serverProcess);
    const nextCluster = await startEmbeddedPostgres(dataDir);
    expect(readPostmasterPid()).not.toBe(orphanPid);
    await nextCluster.stop();
  });

  test("and a killed database leave lock files that stop nothing", async () => {
    const { serverProcess } = await startCluster(dataDir);
    const databasePid = readPostmasterPid() as number;
    process.kill(databasePid, "SIGKILL");
    await killProcess(serverProcess);
    // Writes the id of a running process that is not PostgreSQL into the lock file. This happens in containers, where
    // process ids are soon used again.
    const file = join(dataDir, "postgres", "postmaster.pid");
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [process.pid, ...lines.slice(1)].join("\n"));
    const nextCluster = await startEmbeddedPostgres(dataDir);
    await nextCluster.stop();
  });
});

test("a start while the last owner stops waits for it", async () => {
  const firstCluster = await startEmbeddedPostgres(dataDir);
  const secondStart = startEmbeddedPostgres(dataDir);
  await firstCluster.stop();
  await (await secondStart).stop();
});

test("a second process is refused in one line that names the first", async () => {
  const { serverProcess } = await startCluster(dataDir);
  await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(
    `DATA_DIR ${dataDir} is in use by process ${serverProcess.pid}`,
  );
  await killProcess(serverProcess);
});

test("of processes that start at once on an empty folder one gets it, the others one line", async () => {
  const lines = (
    await Promise.all([startCluster(dataDir), startCluster(dataDir), startCluster(dataDir)])
  ).map(({ line }) => line);
  const refusalLines = lines.filter((line) => line.startsWith("refused: "));
  expect(refusalLines).toHaveLength(2);
  for (const line of refusalLines) expect(line).toContain(`DATA_DIR ${dataDir} is in use`);
  expect(readdirSync(dataDir)).toEqual(["postgres"]);
});

test("a database that ends unasked says why", async () => {
  const embedded = await startEmbeddedPostgres(dataDir);
  process.kill(readPostmasterPid() as number, "SIGINT");
  expect(await embedded.exitPromise).toContain("shut down");
});

test("a path too long for a socket address is no obstacle", async () => {
  const longDataDir = join(dataDir, "a-folder-with-a-long-name-".repeat(4));
  mkdirSync(longDataDir);
  const { url, stop } = await startEmbeddedPostgres(longDataDir);
  expect(url).toContain(encodeURIComponent(join(tmpdir(), "kakehashi-")));
  expect(await queryRows(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
  expect(existsSync(new URL(url.replace("@/", "@host/")).searchParams.get("host") ?? "")).toBe(false);
});

test("a start that was interrupted while the database was made leaves nothing in the way", async () => {
  mkdirSync(join(dataDir, "postgres.new-0000"));
  writeFileSync(join(dataDir, "postgres.new-0000", "PG_VERSION"), "18\n");
  const { stop } = await startEmbeddedPostgres(dataDir);
  expect(readdirSync(dataDir)).toEqual(["postgres"]);
  await stop();
});

/**
 * Returns the ids of the processes that must end together with the postmaster: its parent shell and the other children
 * of that shell.
 */
function listWatchdogPids(pid: number): number[] {
  const parentPids = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const stat =
      /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`) && readFileSync(`/proc/${name}/stat`, "utf8");
    if (stat) parentPids.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 4).split(" ")[0]));
  }
  const shellPid = parentPids.get(pid) as number;
  const otherProcesses = [...parentPids].filter(
    ([childPid, parentPid]) => parentPid === shellPid && childPid !== pid,
  );
  return [shellPid, ...otherProcesses.map(([childPid]) => childPid)];
}
