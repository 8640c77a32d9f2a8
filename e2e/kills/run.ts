import { strictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createAccount } from "../live-model/accounts.ts";
import { ServerProcess } from "../server.ts";
import { OutsideDatabase } from "./outside-database.ts";
import { killAll, listDescendants } from "./processes.ts";
import { Storm } from "./storm.ts";

/**
 * Which processes SIGKILL ends, for a server with an embedded database. `server`: only the server; the database then
 * notices that the server has ended, and stops in order. `everything`: the server with all its processes, as in a power
 * cut. `database`: the database's first process, which the server starts again.
 */
export type EmbeddedVictim = "server" | "everything" | "database";
/**
 * Which process ends, for a server with an external database. `server`: the server is killed. `database`: the database
 * is killed. `database in order`: the database is stopped and started again.
 */
export type OutsideVictim = "server" | "database" | "database in order";

export interface KillFigures {
  kills: number;
  acknowledgedCount: number;
  /** How many calls failed because the server was dead, the socket was cut, or the answer reported an outage. */
  outageCount: number;
  connectionCutCount: number;
  /**
   * For each kill, the milliseconds until the next acknowledged message. They include the restart and the reconnection.
   */
  recoveryTimesMs: number[];
}

/** How many messages must be acknowledged before each kill, and again after the last kill. */
const acknowledgedSendsPerKill = 60;
/** How many calls must fail before a database outage ends. It is enough that every kind of call has failed once. */
const refusedCallsPerOutage = 60;

/** Milliseconds between checks whether the server is ready again. */
const checkIntervalMs = 50;

type LineWriter = (line: string) => void;

/**
 * Kills a server again and again while people write, and restarts it. Throws in three cases: an acknowledged message or
 * change is lost or stored twice, a message number is missing, or a person sees something else than what is stored.
 */
export async function killEmbedded(
  victims: Iterable<EmbeddedVictim>,
  writeLine: LineWriter = () => {},
): Promise<KillFigures> {
  const server = await ServerProcess.start();
  try {
    return await runKills(server, victims, writeLine, async (victim) => {
      if (victim === "database") {
        killAll([server.databasePid]);
        // The server's other processes end a moment after the database and may still acknowledge calls. Such an answer
        // does not count as a recovery.
        while ((await readinessStatus(server)) !== 503) await wait(checkIntervalMs);
        return;
      }
      if (victim === "everything") killAll([server.pid, ...listDescendants(server.pid)]);
      await server.kill();
      await server.start();
    });
  } finally {
    await server.stopAndDeleteData();
  }
}

/**
 * Kills either the server or its external database. Also throws if a call during the outage gets another status than
 * 503.
 */
export async function killOutside(
  victims: Iterable<OutsideVictim>,
  writeLine: LineWriter = () => {},
): Promise<KillFigures> {
  const database = await OutsideDatabase.start();
  let server: ServerProcess | undefined;
  try {
    const startedServer = await ServerProcess.start({
      DATABASE_URL: database.url,
      SECRET_KEY: "a-key-that-outlives-each-of-the-kills",
    });
    server = startedServer;
    return await runKills(startedServer, victims, writeLine, async (victim, storm) => {
      if (victim === "server") {
        await startedServer.kill();
        await startedServer.start();
        return;
      }
      await (victim === "database" ? database.kill() : database.stop());
      strictEqual(await readinessStatus(startedServer), 503);
      await storm.waitForOutages(refusedCallsPerOutage);
      await database.start();
      while ((await readinessStatus(startedServer)) !== 200) await wait(checkIntervalMs);
      // A job sends the confirmation mail, so this checks that jobs work.
      await createAccount(startedServer, `newcomer-${randomUUID()}`);
    });
  } finally {
    await server?.stopAndDeleteData();
    await database.remove();
  }
}

/** Returns the status with which the server says whether it is ready. */
async function readinessStatus({ address }: ServerProcess): Promise<number> {
  return (await fetch(`${address}/api/ready`)).status;
}

async function runKills<V extends string>(
  server: ServerProcess,
  victims: Iterable<V>,
  writeLine: LineWriter,
  kill: (victim: V, storm: Storm) => Promise<void>,
): Promise<KillFigures> {
  const storm = await Storm.create(server);
  try {
    const recoveryTimesMs: number[] = [];
    for (const victim of victims) {
      await storm.acknowledge(acknowledgedSendsPerKill);
      const killedAt = performance.now();
      await kill(victim, storm);
      await storm.acknowledge(1);
      recoveryTimesMs.push(storm.answeredAt - killedAt);
      writeLine(
        `${recoveryTimesMs.length}: ${victim}, back after ${Math.round(recoveryTimesMs.at(-1) ?? 0)} ms`,
      );
    }
    await storm.acknowledge(acknowledgedSendsPerKill);
    await storm.finish();
    const { outages, connectionCuts, ledger } = storm;
    return {
      kills: recoveryTimesMs.length,
      acknowledgedCount: ledger.acknowledged,
      outageCount: outages,
      connectionCutCount: connectionCuts,
      recoveryTimesMs,
    };
  } finally {
    await storm.closeDevices();
  }
}
