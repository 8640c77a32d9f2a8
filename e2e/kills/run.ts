import { strictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createAccount } from "../live-model/accounts.ts";
import { ServerProcess } from "../server.ts";
import { ExternalDatabase } from "./outside-database.ts";
import { killProcesses, listDescendants } from "./processes.ts";
import { RandomActivity } from "./storm.ts";

/**
 * What is killed by SIGKILL if the server has an embedded database. `server`: the server process; the database then
 * shuts down by itself. `everything`: all processes at the same moment, as in a power failure. `database`: the main
 * process of the database, which the server then restarts.
 */
export type EmbeddedKillTarget = "server" | "everything" | "database";
/**
 * What a kill does if the server has an external database. `server`: SIGKILL to the server. `database`: SIGKILL to the
 * database. `database in order`: the database is shut down.
 */
export type ExternalKillTarget = "server" | "database" | "database in order";

export interface KillFigures {
  killCount: number;
  acknowledgedCount: number;
  /**
   * How many API calls failed because the server was dead, the connection was cut, or the response reported an outage.
   */
  outageCount: number;
  connectionCutCount: number;
  /**
   * For each kill, the milliseconds until the server acknowledged the next message. This includes the restart and the
   * reconnection of the devices.
   */
  recoveryTimesMs: number[];
}

/** How many sent messages the server must acknowledge before each kill, and once more after the last kill. */
const acknowledgedSendsPerKill = 60;
/**
 * The database stays stopped until this many API calls have failed. With so many calls, every kind of call meets the
 * outage.
 */
const refusedCallsPerOutage = 60;

/** Milliseconds between two checks whether the server is ready. */
const checkIntervalMs = 50;

type LineWriter = (line: string) => void;

/**
 * Kills a server with an embedded database again and again while people write, and restarts it. Throws in four cases:
 * an acknowledged message or change is lost, it is stored twice, a message number is missing, or a person's page
 * differs from the stored messages.
 */
export async function runEmbeddedDatabaseKills(
  killTargets: Iterable<EmbeddedKillTarget>,
  writeLine: LineWriter = () => {},
): Promise<KillFigures> {
  const server = await ServerProcess.start();
  try {
    return await runKills(server, killTargets, writeLine, async (killTarget) => {
      if (killTarget === "database") {
        killProcesses([server.databasePid]);
        // The other processes of the killed database may still complete an API call. Such a response must not count as
        // the recovery, so the test waits until the server reports the outage.
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
 * Kills a server or its external database again and again while people write. Makes the same checks as
 * `runEmbeddedDatabaseKills`. Also throws if an API call during an outage fails with another status than 503.
 */
export async function runExternalDatabaseKills(
  killTargets: Iterable<ExternalKillTarget>,
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
    return await runKills(startedServer, killTargets, writeLine, async (killTarget, activity) => {
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
      // Creating an account needs the confirmation mail, which a background job sends. So this also checks that jobs
      // run again.
      await createAccount(startedServer, `newcomer-${randomUUID()}`);
    });
  } finally {
    await server?.stopAndDeleteData();
    await database.remove();
  }
}

/** Returns the HTTP status of the server's readiness check. */
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
      await activity.waitForAcknowledgements(acknowledgedSendsPerKill);
      const killedAt = performance.now();
      await kill(killTarget, activity);
      await activity.waitForAcknowledgements(1);
      recoveryTimesMs.push(activity.answeredAt - killedAt);
      writeLine(
        `${recoveryTimesMs.length}: ${killTarget}, back after ${Math.round(recoveryTimesMs.at(-1) ?? 0)} ms`,
      );
    }
    await activity.waitForAcknowledgements(acknowledgedSendsPerKill);
    await activity.finish();
    const { outageCount, connectionCutCount, ledger } = activity;
    return {
      killCount: recoveryTimesMs.length,
      acknowledgedCount: ledger.acknowledgedCount,
      outageCount,
      connectionCutCount,
      recoveryTimesMs,
    };
  } finally {
    await activity.closeDevices();
  }
}
