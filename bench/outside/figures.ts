import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { readFigures } from "../../apps/server/src/features/channels/figures-store.ts";
import type { Database } from "../../apps/server/src/kit/db/database.ts";

const runCount = 30;
const limitMs = 300;
/** Linux reports processor time in hundredths of a second. */
const clockTickMs = 10;

const getDateOfDaysAgo = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10);

/** Returns how many milliseconds of processor time a PostgreSQL process has used. */
function readProcessorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * clockTickMs;
}

/** Measures the statistics of all platform pages over several periods. Returns whether a measurement took too long. */
export async function measureFigures({ kysely }: Database, userId: string): Promise<boolean> {
  let hasFailed = false;
  for (const days of [7, 30, 90]) {
    const period = {
      from: getDateOfDaysAgo(days - 1),
      to: getDateOfDaysAgo(0),
      timeZone: "Asia/Ho_Chi_Minh",
    };
    const scope = { reader: { userId, isAdmin: false }, pageId: null, platform: null, period };
    const times: number[] = [];
    let roundCount = 0;
    // All queries use one connection. So a single PostgreSQL process does all the work, and its processor time can be
    // read.
    const usedProcessorMs = await kysely.connection().execute(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      const pid = rows[0]?.pid ?? 0;
      const processorMsBefore = readProcessorMs(pid);
      for (let index = 0; index < runCount; index++) {
        const startedAt = performance.now();
        roundCount = (await readFigures(db, scope)).total.talks;
        times.push(performance.now() - startedAt);
      }
      return (readProcessorMs(pid) - processorMsBefore) / runCount;
    });
    times.sort((a, b) => a - b);
    const p99 = times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? 0;
    hasFailed ||= p99 > limitMs;
    process.stdout.write(
      `Figures of ${days} days, ${roundCount} chats: p50 ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (at most ${limitMs})${p99 > limitMs ? "  MISSED" : ""}, ${usedProcessorMs.toFixed(0)} ms of the database's processor time each\n`,
    );
  }
  return hasFailed;
}
