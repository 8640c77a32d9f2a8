import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { readProgramName } from "./process-name.ts";
import { buildSocketConnectionUrl, SOCKET_NAME } from "./socket.ts";

/** The lock that lets only this process run the embedded database. The process keeps the lock until it ends. */
export type ClusterLock = { release(): Promise<void> };

// The key of the advisory lock on the embedded database: any number that nothing else in the database `postgres` uses.
const CLAIM_LOCK_KEY = 4_217_001;
const POLL_INTERVAL_MS = 50;
/**
 * Milliseconds to wait until a process takes the lock of a running database and so becomes its owner. If none does, the
 * database was left behind, and is stopped.
 */
const CLAIM_TIMEOUT_MS = 1500;
/**
 * Milliseconds to wait until the previous owner stops. An owner that takes longer counts as running, and the start
 * fails.
 */
const STOP_TIMEOUT_MS = 3000;
const SHUTDOWN_TIMEOUT_MS = 20_000;

export function createDatabaseInUseError(dataDir: string, pid: string | undefined): Error {
  const ownerProcessHint = pid ? ` by process ${pid}` : "";
  return new Error(
    `DATA_DIR ${dataDir} is in use${ownerProcessHint}: stop that one first, or set another DATA_DIR.`,
  );
}

/**
 * Takes the lock that lets only this process run the embedded database. Throws if another process has the lock. A
 * database connection holds the lock. So the lock is released when this process ends, even if the process is killed.
 */
export async function lockClusterForProcess(url: string, dataDir: string): Promise<ClusterLock> {
  const client = new Client({ connectionString: url, application_name: `kakehashi ${process.pid}` });
  // Ignores errors of this connection, because the server watches the database's process and notices its end.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ is_claimed: boolean }>(
    "select pg_try_advisory_lock($1) as is_claimed",
    [CLAIM_LOCK_KEY],
  );
  if (!rows[0]?.is_claimed) {
    await client.end();
    throw createDatabaseInUseError(dataDir, undefined);
  }
  return { release: () => client.end() };
}

/**
 * Prepares a start of the embedded database. Throws an Error if the owner process is alive. If the owner process died,
 * its shell stops the old database; if the shell died, too, this function stops it. Removes files of a crashed database
 * that would prevent a start.
 */
export async function prepareDatabaseStart(dataDir: string, clusterFolder: string): Promise<void> {
  const startTime = performance.now();
  let isStopSignalSent = false;
  for (;;) {
    const postmaster = readPostmasterFile(clusterFolder);
    if (!postmaster) return;
    const state = await findClusterState(postmaster.socketDir);
    // A database that is starting or stopping has no socket either. So a missing socket alone does not mean that it has
    // stopped, and this function also checks the program name of the process.
    if (state.kind === "gone" && !readProgramName(postmaster.pid)?.includes("postgres")) {
      removeLockFiles(clusterFolder, postmaster.socketDir);
      return;
    }
    const waitedMs = performance.now() - startTime;
    if (state.kind === "owned" && waitedMs > STOP_TIMEOUT_MS)
      throw createDatabaseInUseError(dataDir, state.pid);
    if (state.kind === "unclaimed" && waitedMs > CLAIM_TIMEOUT_MS && !isStopSignalSent) {
      isStopSignalSent = true;
      process.kill(postmaster.pid, "SIGINT");
    }
    if (waitedMs > SHUTDOWN_TIMEOUT_MS) {
      throw new Error(
        `The database in ${clusterFolder} (process ${postmaster.pid}) was left behind and does not stop: stop it.`,
      );
    }
    await wait(POLL_INTERVAL_MS);
  }
}

type ClusterState =
  | { kind: "gone" }
  | { kind: "busy" }
  | { kind: "unclaimed" }
  | { kind: "owned"; pid: string | undefined };

async function findClusterState(socketDir: string): Promise<ClusterState> {
  const client = new Client({
    connectionString: buildSocketConnectionUrl(socketDir, "postgres", "postgres"),
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
      [CLAIM_LOCK_KEY],
    );
    const [ownerRow] = rows;
    return ownerRow ? { kind: "owned", pid: ownerRow.name.split(" ")[1] } : { kind: "unclaimed" };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // The database responds with an error while it starts or stops: the codes 57P01 to 57P03.
    if (error instanceof DatabaseError) return { kind: "busy" };
    return code === "ENOENT" || code === "ECONNREFUSED" ? { kind: "gone" } : { kind: "busy" };
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Reads `postmaster.pid`. Its line format is documented by PostgreSQL: line 1 is the process id, line 5 the socket
 * folder.
 */
function readPostmasterFile(clusterFolder: string): { pid: number; socketDir: string } | undefined {
  const file = join(clusterFolder, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  let lines: string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Math.abs(Number(lines[0]));
  return Number.isInteger(pid) && pid > 0 ? { pid, socketDir: lines[4] || clusterFolder } : undefined;
}

/**
 * Removes PostgreSQL's lock files. PostgreSQL refuses to start if any process has the id in the lock file, which is
 * common in a container, where ids start small. Call this only if no PostgreSQL process has that id.
 */
function removeLockFiles(clusterFolder: string, socketDir: string): void {
  for (const file of [join(clusterFolder, "postmaster.pid"), join(socketDir, `${SOCKET_NAME}.lock`)]) {
    rmSync(file, { force: true });
  }
}

/** Sends a signal to the cluster's main process (postmaster), if it runs. */
export function signalPostmaster(clusterFolder: string, signal: NodeJS.Signals): void {
  const postmaster = readPostmasterFile(clusterFolder);
  if (postmaster) process.kill(postmaster.pid, signal);
}
