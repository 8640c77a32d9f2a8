import { strictEqual } from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createAccount } from "../live-model/accounts.ts";
import { ServerProcess } from "../server.ts";
import { OutsideDatabase } from "./outside-database.ts";
import { descendants, killAll } from "./processes.ts";
import { Storm } from "./storm.ts";

/**
 * What dies by SIGKILL where the server has its database embedded: the server alone, whose database is then stopped in
 * order by its leash; the server with everything it started, as by a power cut; the first process of its database, which
 * the server starts again.
 */
export type EmbeddedVictim = "server" | "everything" | "database";
/**
 * The same where the database is outside: the server alone, whose database runs on; the database, by SIGKILL or
 * restarted in order, while the server runs on.
 */
export type OutsideVictim = "server" | "database" | "database in order";

export interface KillFigures {
  kills: number;
  acknowledged: number;
  /** Attempts that met a dead server, a cut socket, or an answer that said so. */
  outages: number;
  cuts: number;
  /** Milliseconds from each kill to the next acknowledged message: the start of what died and the way back to it. */
  recovery: number[];
}

/** Messages that are acknowledged before each kill and after the last. */
const between = 60;
/** Attempts that must have met the outage of a database before it ends: enough to see each kind of call in it. */
const refused = 60;

/** Milliseconds between looks whether the server says that it is ready again. */
const pause = 50;

type Tell = (line: string) => void;

/**
 * Kills a server again and again in the middle of a storm and starts it anew. Throws where an acknowledged message or
 * change was lost or doubled, a number was left out, or anybody in the end sees anything but what is stored.
 */
export async function killEmbedded(
  victims: Iterable<EmbeddedVictim>,
  tell: Tell = () => {},
): Promise<KillFigures> {
  const server = await ServerProcess.start();
  try {
    return await endure(server, victims, tell, async (victim) => {
      if (victim === "database") {
        killAll([server.databasePid]);
        // Its other processes end a moment later, and acknowledge what they have begun until then: that is no way back.
        while ((await readiness(server)) !== 503) await wait(pause);
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

/** The same beside a database of its own; throws as well where its absence is answered by anything but 503. */
export async function killOutside(
  victims: Iterable<OutsideVictim>,
  tell: Tell = () => {},
): Promise<KillFigures> {
  const database = await OutsideDatabase.start();
  let server: ServerProcess | undefined;
  try {
    const started = await ServerProcess.start({
      DATABASE_URL: database.url,
      SECRET_KEY: "a-key-that-outlives-each-of-the-kills",
    });
    server = started;
    return await endure(started, victims, tell, async (victim, storm) => {
      if (victim === "server") {
        await started.kill();
        await started.start();
        return;
      }
      await (victim === "database" ? database.kill() : database.stop());
      strictEqual(await readiness(started), 503);
      await storm.meetOutages(refused);
      await database.start();
      while ((await readiness(started)) !== 200) await wait(pause);
      // Their mail is a job: jobs go on as well.
      await createAccount(started, `newcomer-${randomUUID()}`);
    });
  } finally {
    await server?.remove();
    await database.remove();
  }
}

/** What the server answers to whoever asks whether it is ready. */
async function readiness({ address }: ServerProcess): Promise<number> {
  return (await fetch(`${address}/api/ready`)).status;
}

async function endure<V extends string>(
  server: ServerProcess,
  victims: Iterable<V>,
  tell: Tell,
  kill: (victim: V, storm: Storm) => Promise<void>,
): Promise<KillFigures> {
  const storm = await Storm.begin(server);
  try {
    const recovery: number[] = [];
    for (const victim of victims) {
      await storm.acknowledge(between);
      const killedAt = performance.now();
      await kill(victim, storm);
      await storm.acknowledge(1);
      recovery.push(storm.answeredAt - killedAt);
      tell(`${recovery.length}: ${victim}, back after ${Math.round(recovery.at(-1) ?? 0)} ms`);
    }
    await storm.acknowledge(between);
    await storm.end();
    const { outages, cuts, ledger } = storm;
    return { kills: recovery.length, acknowledged: ledger.acknowledged, outages, cuts, recovery };
  } finally {
    await storm.leave();
  }
}
