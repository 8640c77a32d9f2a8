import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { processName } from "./process-name.ts";
import { connectionUrl, SOCKET_NAME } from "./socket.ts";

/** The claim of this process to the database, held for as long as the process lives. */
export type Owner = { release(): Promise<void> };

// Any number that nothing else locks in the database `postgres`.
const CLAIM = 4_217_001;
const POLL_MS = 50;
/** How long a process that just started its database may take to claim it. */
const UNCLAIMED_MS = 1500;
/** How long an owner that was told to stop may take; only then is it one that means to stay. */
const LEAVING_MS = 3000;
const STOPPING_MS = 20_000;

export function inUse(base: string, pid: string | undefined): Error {
  const by = pid ? ` by process ${pid}` : "";
  return new Error(`DATA_DIR ${base} is in use${by}: stop that one first, or set another DATA_DIR.`);
}

/** The lock lives in a connection: the kernel lets go of it when we die, whatever we die of. */
export async function claimCluster(url: string, base: string): Promise<Owner> {
  const client = new Client({ connectionString: url, application_name: `kakehashi ${process.pid}` });
  // The database's end is told by its process, not by this connection.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [CLAIM]);
  if (!rows[0]?.mine) {
    await client.end();
    throw inUse(base, undefined);
  }
  return { release: () => client.end() };
}

/**
 * Makes way for a start. A database whose owner lives: an Error says so. One whose owner died: it is about to
 * stop by itself, or, when its leash was killed too, is told to. What a crashed one left is removed where it
 * would stop a start.
 */
export async function clearLeftovers(base: string, cluster: string): Promise<void> {
  const started = performance.now();
  let told = false;
  for (;;) {
    const left = readPostmaster(cluster);
    if (!left) return;
    const state = await probe(left.sockets);
    // A database that starts or stops has no socket either: it comes late and goes early.
    if (state.is === "gone" && !processName(left.pid)?.includes("postgres")) {
      forget(cluster, left.sockets);
      return;
    }
    const waited = performance.now() - started;
    if (state.is === "owned" && waited > LEAVING_MS) throw inUse(base, state.pid);
    if (state.is === "unclaimed" && waited > UNCLAIMED_MS && !told) {
      told = true;
      process.kill(left.pid, "SIGINT");
    }
    if (waited > STOPPING_MS) {
      throw new Error(
        `The database in ${cluster} (process ${left.pid}) was left behind and does not stop: stop it.`,
      );
    }
    await wait(POLL_MS);
  }
}

type State = { is: "gone" } | { is: "busy" } | { is: "unclaimed" } | { is: "owned"; pid: string | undefined };

async function probe(sockets: string): Promise<State> {
  const client = new Client({ connectionString: connectionUrl(sockets, "postgres", "postgres") });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
      [CLAIM],
    );
    const [first] = rows;
    return first ? { is: "owned", pid: first.name.split(" ")[1] } : { is: "unclaimed" };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // 57P01 to 57P03: starting up or shutting down.
    if (error instanceof DatabaseError) return { is: "busy" };
    return code === "ENOENT" || code === "ECONNREFUSED" ? { is: "gone" } : { is: "busy" };
  } finally {
    await client.end().catch(() => {});
  }
}

/** What `postmaster.pid` says: PostgreSQL's documented line order, process id first, socket folder fifth. */
function readPostmaster(cluster: string): { pid: number; sockets: string } | undefined {
  const file = join(cluster, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  let lines: string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Math.abs(Number(lines[0]));
  return Number.isInteger(pid) && pid > 0 ? { pid, sockets: lines[4] || cluster } : undefined;
}

/**
 * PostgreSQL takes a lock file for live when any process has its number, as happens in a container, where
 * numbers are few and start anew. Only called when that process is not PostgreSQL.
 */
function forget(cluster: string, sockets: string): void {
  for (const file of [join(cluster, "postmaster.pid"), join(sockets, `${SOCKET_NAME}.lock`)]) {
    rmSync(file, { force: true });
  }
}

/** Signals the postmaster of a cluster, if it has one. */
export function signalPostmaster(cluster: string, signal: NodeJS.Signals): void {
  const left = readPostmaster(cluster);
  if (left) process.kill(left.pid, signal);
}
