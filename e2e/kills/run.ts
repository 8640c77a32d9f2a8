import { strictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createAccount } from "../live-model/accounts.ts";
import { ServerProcess } from "../server.ts";
import { ExternalDatabase } from "./outside-database.ts";
import { killProcesses, listDescendants } from "./processes.ts";
import { RandomActivity } from "./storm.ts";

/**
 * What SIGKILL ends if the server has an embedded database. `server`: the server's process; its database notices this
 * and stops in order. `everything`: the server and all its processes, as in a power cut. `database`: the database's
 * first process, which the server starts again.
 */
export type EmbeddedKillTarget = "server" | "everything" | "database";
/**
 * What ends if the server has an external database. `server`: the server is killed. `database`: the database is killed.
 * `database in order`: the database is shut down.
 */
export type ExternalKillTarget = "server" | "database" | "database in order";

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

/** How many messages the server must acknowledge before each kill, and again after the last kill. */
const acknowledgedSendsPerKill = 60;
/** The database stays down until this many calls have failed, so that every kind of call meets the outage. */
const refusedCallsPerOutage = 60;

/** Milliseconds between checks whether the server is ready again. */
const checkIntervalMs = 50;

type LineWriter = (line: string) => void;

/**
 * Kills a server with an embedded database again and again while people write, and starts it again. Throws if an
 * acknowledged message or change is lost or stored twice, if a message number is missing, or if a person sees something
 * else than what is stored.
 */
export async function runEmbeddedDatabaseKills(
  victims: Iterable<EmbeddedKillTarget>,
  writeLine: LineWriter = () => {},
): Promise<KillFigures> {
  const server = await ServerProcess.start();
  try {
    return await runKills(server, victims, writeLine, async (killTarget) => {
      if (killTarget === "database") {
        killProcesses([server.databasePid]);
        // After the database's death, its other processes may still acknowledge a call. Wait until the server reports
        // the outage, so that such an answer does not count as the recovery.
        while ((await fetchReadinessStatus(server)) !== 503) await wait(checkIntervalMs);
        return;
      }
      if (killTarget === "everything") killProcesses([server.pid, ...listDescendants(server.pid)]);
      await server.kill();
      await server.start();
    });
  } finally {
    await server.stopAndDeleteData();
  }
}

/**
 * Kills a server or its separate database again and again while people write, with the same checks as
 * `runEmbeddedDatabaseKills`. Also throws if a call during an outage gets another status than 503.
 */
export async function runExternalDatabaseKills(
  victims: Iterable<ExternalKillTarget>,
  writeLine: LineWriter = () => {},
): Promise<KillFigures> {
  const database = await ExternalDatabase.start();
  let server: ServerProcess | undefined;
  try {
    const startedServer = await ServerProcess.start({
      DATABASE_URL: database.url,
      SECRET_KEY: "a-key-that-outlives-each-of-the-kills",
    });
    server = startedServer;
    return await runKills(startedServer, victims, writeLine, async (killTarget, activity) => {
      if (killTarget === "server") {
        await startedServer.kill();
        await startedServer.start();
        return;
      }
      await (killTarget === "database" ? database.kill() : database.stop());
      strictEqual(await fetchReadinessStatus(startedServer), 503);
      await activity.waitForOutages(refusedCallsPerOutage);
      await database.start();
      while ((await fetchReadinessStatus(startedServer)) !== 200) await wait(checkIntervalMs);
      // Creating an account needs a confirmation mail, which a job sends. So this also proves that jobs work again.
      await createAccount(startedServer, `newcomer-${randomUUID()}`);
    });
  } finally {
    await server?.stopAndDeleteData();
    await database.remove();
  }
}

/** Returns the status with which the server says whether it is ready. */
async function fetchReadinessStatus({ address }: ServerProcess): Promise<number> {
  return (await fetch(`${address}/api/ready`)).status;
}

async function runKills<V extends string>(
  server: ServerProcess,
  victims: Iterable<V>,
  writeLine: LineWriter,
  kill: (killTarget: V, activity: RandomActivity) => Promise<void>,
): Promise<KillFigures> {
  const activity = await RandomActivity.create(server);
  try {
    const recoveryTimesMs: number[] = [];
    for (const killTarget of victims) {
      await activity.acknowledge(acknowledgedSendsPerKill);
      const killedAt = performance.now();
      await kill(killTarget, activity);
      await activity.acknowledge(1);
      recoveryTimesMs.push(activity.answeredAt - killedAt);
      writeLine(
        `${recoveryTimesMs.length}: ${killTarget}, back after ${Math.round(recoveryTimesMs.at(-1) ?? 0)} ms`,
      );
    }
    await activity.acknowledge(acknowledgedSendsPerKill);
    await activity.finish();
    const { outages, connectionCuts, ledger } = activity;
    return {
      kills: recoveryTimesMs.length,
      acknowledgedCount: ledger.acknowledged,
      outageCount: outages,
      connectionCutCount: connectionCuts,
      recoveryTimesMs,
    };
  } finally {
    await activity.closeDevices();
  }
}
