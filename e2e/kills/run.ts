import { strictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createAccount } from "../live-model/accounts.ts";
import { ServerProcess } from "../server.ts";
import { OutsideDatabase } from "./outside-database.ts";
import { descendants, killAll } from "./processes.ts";
import { Storm } from "./storm.ts";

/**
 * The processes that SIGKILL ends, for a server with an embedded database. `server`: the server alone; its
 * leash then stops the database in order. `everything`: the server with all its processes, as in a power
 * cut. `database`: the database's first process, which the server starts again.
 */
export type EmbeddedVictim = "server" | "everything" | "database";
/**
 * The process that ends, for a server with an external database. `server`: the server alone is killed.
 * `database`: the database is killed. `database in order`: the database is stopped and started again.
 */
export type OutsideVictim = "server" | "database" | "database in order";

export interface KillFigures {
  kills: number;
  acknowledged: number;
  /** Calls that failed because the server was dead, the socket was cut, or the answer reported an outage. */
  outages: number;
  connectionCuts: number;
  /** Milliseconds from each kill to the next acknowledged message. They contain the restart and the reconnection. */
  recovery: number[];
}

/** How many messages must be acknowledged before each kill, and after the last one. */
const acknowledgedPerKill = 60;
/**
 * How many calls must fail in an outage of the database before it ends, so that every kind of call has
 * failed.
 */
const refusedCalls = 60;

/** Milliseconds between checks whether the server is ready again. */
const checkIntervalMs = 50;

type Tell = (line: string) => void;

/**
 * Kills a server again and again while people write, and restarts it. Throws if an acknowledged message or change is
 * lost or stored twice, if a number is missing, or if somebody sees something else than what is stored.
 */
export async function killEmbedded(
  victims: Iterable<EmbeddedVictim>,
  tell: Tell = () => {},
): Promise<KillFigures> {
  const server = await ServerProcess.start();
  try {
    return await runKills(server, victims, tell, async (victim) => {
      if (victim === "database") {
        killAll([server.databasePid]);
        // The server's other processes end a moment later and may still acknowledge calls. Such calls are not
        // a recovery.
        while ((await readinessStatus(server)) !== 503) await wait(checkIntervalMs);
        return;
      }
      if (victim === "everything") killAll([server.pid, ...descendants(server.pid)]);
      await server.kill();
      await server.start();
    });
  } finally {
    await server.remove();
  }
}

/**
 * Kills one side of a server with an external database. Also throws if the outage is answered with another
 * status than 503.
 */
export async function killOutside(
  victims: Iterable<OutsideVictim>,
  tell: Tell = () => {},
): Promise<KillFigures> {
  const database = await OutsideDatabase.start();
  let server: ServerProcess | undefined;
  try {
    const startedServer = await ServerProcess.start({
      DATABASE_URL: database.url,
      SECRET_KEY: "a-key-that-outlives-each-of-the-kills",
    });
    server = startedServer;
    return await runKills(startedServer, victims, tell, async (victim, storm) => {
      if (victim === "server") {
        await startedServer.kill();
        await startedServer.start();
        return;
      }
      await (victim === "database" ? database.kill() : database.stop());
      strictEqual(await readinessStatus(startedServer), 503);
      await storm.meetOutages(refusedCalls);
      await database.start();
      while ((await readinessStatus(startedServer)) !== 200) await wait(checkIntervalMs);
      // The confirmation mail is sent by a job, so jobs work as well.
      await createAccount(startedServer, `newcomer-${randomUUID()}`);
    });
  } finally {
    await server?.remove();
    await database.remove();
  }
}

/** The status that the server reports about its readiness. */
async function readinessStatus({ address }: ServerProcess): Promise<number> {
  return (await fetch(`${address}/api/ready`)).status;
}

async function runKills<V extends string>(
  server: ServerProcess,
  victims: Iterable<V>,
  tell: Tell,
  kill: (victim: V, storm: Storm) => Promise<void>,
): Promise<KillFigures> {
  const storm = await Storm.create(server);
  try {
    const recovery: number[] = [];
    for (const victim of victims) {
      await storm.acknowledge(acknowledgedPerKill);
      const killedAt = performance.now();
      await kill(victim, storm);
      await storm.acknowledge(1);
      recovery.push(storm.answeredAt - killedAt);
      tell(`${recovery.length}: ${victim}, back after ${Math.round(recovery.at(-1) ?? 0)} ms`);
    }
    await storm.acknowledge(acknowledgedPerKill);
    await storm.finish();
    const { outages, connectionCuts, ledger } = storm;
    return {
      kills: recovery.length,
      acknowledged: ledger.acknowledged,
      outages,
      connectionCuts,
      recovery,
    };
  } finally {
    await storm.closeDevices();
  }
}
