import { randomUUID, randomUUIDv7 } from "node:crypto";
import pg from "pg";
import { LatencyHistogram } from "./histogram.ts";

export interface InsertsJob {
  databaseUrl: string;
  connectionCount: number;
  room: string;
  user: string;
  content: string;
  warmUpMs: number;
  measuredMs: number;
}

export interface InsertsResult {
  insertsPerSecond: number;
  /** How many milliseconds one insert took, including its commit. */
  insertTimesMs: { p50: number; p99: number };
}

/**
 * Measures how fast a server could be at best if it stores each message with a separate SQL statement. Inserts single
 * rows into a table that has the columns, checks and indexes of `messages`, but no foreign keys.
 */
export async function runInserts(job: InsertsJob): Promise<InsertsResult> {
  const clients = Array.from({ length: job.connectionCount }, () => new pg.Client(job.databaseUrl));
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await clients[0]?.query("create table bench_messages (like messages including all)");
    const startTimeMs = performance.now() + job.warmUpMs;
    const endTimeMs = startTimeMs + job.measuredMs;
    let number = 0;
    const durations = new LatencyHistogram();
    await Promise.all(
      clients.map(async (client) => {
        for (let now = performance.now(); now < endTimeMs; ) {
          number++;
          const startedAt = performance.now();
          await client.query({
            name: "bench-insert",
            text: `insert into bench_messages
              (conversation_id, id, seq, changed_seq, number, user_id, client_id, content, language)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
            values: [
              job.room,
              randomUUIDv7(),
              number,
              number,
              number,
              job.user,
              randomUUID(),
              job.content,
              "en",
            ],
          });
          now = performance.now();
          if (now >= startTimeMs && now < endTimeMs) durations.record(now - startedAt);
        }
      }),
    );
    return {
      insertsPerSecond: durations.count / (job.measuredMs / 1000),
      insertTimesMs: { p50: durations.percentile(0.5), p99: durations.percentile(0.99) },
    };
  } finally {
    await clients[0]?.query("drop table if exists bench_messages");
    await Promise.all(clients.map((client) => client.end()));
  }
}
