import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createConversations } from "../apps/server/src/features/conversations/service.ts";
import type { Events } from "../apps/server/src/features/events/service.ts";
import type { Files } from "../apps/server/src/features/files/service.ts";
import type { Live } from "../apps/server/src/features/live/service.ts";
import { createMessages } from "../apps/server/src/features/messages/service.ts";
import type { Notifications } from "../apps/server/src/features/notifications/service.ts";
import { createRooms } from "../apps/server/src/features/rooms/service.ts";
import type { Users } from "../apps/server/src/features/users/service.ts";
import { type Database, openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporaryCluster } from "../apps/server/src/kit/db/temporary.ts";
import { newId } from "../apps/server/src/kit/ids.ts";
import type { Log } from "../apps/server/src/kit/log.ts";

// Usage: `node bench/history.ts`. Checks that reading does not get slower when the history gets longer. Reads 20
// messages at a time from a conversation of a million messages and from a conversation of a thousand messages, and
// compares the times. Also lists the conversations of a person who is in 2,000 rooms. The printed times in milliseconds
// include the database and the service.

const smallMessageCount = 1_000;
const largeMessageCount = 1_000_000;
const roomCount = 2_000;
const roundCount = 2_000;
const listCallCount = 300;

/** The maximum ratio of two median times: a read from the large conversation to a read from the small one. */
const maximumGrowthRatio = 1.3;
const limitsMs = { window_p99: 15, list_p99: 30 };

const migrationsFolder = join(import.meta.dirname, "../apps/server/src/migrations");
const stubServices = new Proxy({}, { get: () => () => undefined }) as Events &
  Log &
  Live &
  Files &
  Notifications &
  Users;

async function insertRoom(db: Database, userId: string, otherUserId: string, count: number): Promise<string> {
  const id = newId();
  await db.pool.query(
    `insert into conversations (id, kind, name, last_seq, last_number) values ($1, 'GROUP', 'filled', $2, $2)`,
    [id, count],
  );
  await db.pool.query(
    `insert into conversation_members (conversation_id, user_id, read_number, read_high)
     select $1, unnest($2::uuid[]), $3, $3`,
    [id, [userId, otherUserId], Math.max(0, count - 12)],
  );
  await db.pool.query(
    `insert into messages (conversation_id, id, seq, changed_seq, number, user_id, client_id, content, language)
     select $1, gen_random_uuid(), n, n, n, $2, gen_random_uuid(),
       'message ' || n || ' with as many words as people write on an ordinary day', 'en'
     from generate_series(1, $3::bigint) n`,
    [id, otherUserId, count],
  );
  return id;
}

function computeQuantile(sortedValues: readonly number[], fraction: number): number {
  return sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * fraction))] ?? 0;
}

/**
 * Runs the calls one after another, because the bench measures how long a single reader waits. Returns the durations in
 * milliseconds in ascending order.
 */
async function measureCalls(
  callCount: number,
  runCall: (round: number) => Promise<unknown>,
): Promise<number[]> {
  for (let warmUpRun = 0; warmUpRun < callCount / 10; warmUpRun++) await runCall(warmUpRun);
  const durations: number[] = [];
  for (let roundNumber = 0; roundNumber < callCount; roundNumber++) {
    const start = performance.now();
    await runCall(roundNumber);
    durations.push(performance.now() - start);
  }
  return durations.sort((a, b) => a - b);
}

async function runBench(db: Database): Promise<boolean> {
  const [reader, otherId] = [newId(), newId()];
  for (const [index, id] of [reader, otherId].entries()) {
    await db.pool.query("insert into users (id, email, name, live_endpoint) values ($1, $2, $2, $3)", [
      id,
      `${index}@bench.example`,
      randomUUID(),
    ]);
  }
  const rooms = createRooms({
    db: db.kysely,
    events: stubServices,
    live: stubServices,
    users: stubServices,
  });
  const messages = createMessages({
    db,
    events: stubServices,
    log: stubServices,
    live: stubServices,
    rooms,
    files: stubServices,
    notifications: stubServices,
    textLimiter: () => {},
  });
  const conversations = createConversations({
    db: db.kysely,
    events: stubServices,
    live: stubServices,
    rooms,
    messages,
  });
  const ids = { small: await insertRoom(db, reader, otherId, smallMessageCount), large: "" };
  ids.large = await insertRoom(db, reader, otherId, largeMessageCount);
  for (let index = 0; index < roomCount; index++) await insertRoom(db, reader, otherId, 15);
  await db.pool.query("vacuum analyze");

  /**
   * Measures how long it takes to read 20 messages. Half of the reads get the newest messages, and half get the
   * messages before a random one.
   */
  async function measureMessageReads(id: string, count: number): Promise<number[]> {
    const anchorMessages = await db.pool.query<{ id: string }>(
      "select id from messages where conversation_id = $1 and number = any($2::bigint[]) order by random()",
      [id, Array.from({ length: 400 }, (_, index) => 21 + Math.floor((index * (count - 21)) / 400))],
    );
    return measureCalls(roundCount, (roundNumber) => {
      if (roundNumber % 2 === 0) return messages.newest(reader, id, 20);
      return messages.above(
        reader,
        id,
        anchorMessages.rows[roundNumber % anchorMessages.rows.length]?.id ?? "",
        20,
      );
    });
  }

  const smallRoomTimesMs = await measureMessageReads(ids.small, smallMessageCount);
  const largeRoomTimesMs = await measureMessageReads(ids.large, largeMessageCount);
  const list = await measureCalls(listCallCount, () =>
    conversations.list(reader, { page: 1, paging: 20, type: "ALL" }),
  );
  const unreadTimesMs = await measureCalls(listCallCount, () => conversations.countUnread(reader));

  const growthRatio = computeQuantile(largeRoomTimesMs, 0.5) / computeQuantile(smallRoomTimesMs, 0.5);
  const rows: [string, number, number | null][] = [
    [`Window of 20 in ${smallMessageCount} messages, p50 ms`, computeQuantile(smallRoomTimesMs, 0.5), null],
    [`Window of 20 in ${largeMessageCount} messages, p50 ms`, computeQuantile(largeRoomTimesMs, 0.5), null],
    ["  times that of the small one", growthRatio, maximumGrowthRatio],
    ["  p99 ms", computeQuantile(largeRoomTimesMs, 0.99), limitsMs.window_p99],
    [`List of a member of ${roomCount} rooms, p50 ms`, computeQuantile(list, 0.5), null],
    ["  p99 ms", computeQuantile(list, 0.99), limitsMs.list_p99],
    ["Unread conversations of the same, p99 ms", computeQuantile(unreadTimesMs, 0.99), limitsMs.list_p99],
  ];
  let areLimitsMet = true;
  for (const [label, value, limit] of rows) {
    const isMet = limit === null || value <= limit;
    areLimitsMet &&= isMet;
    const limitText = limit === null ? "" : `at most ${limit} ${isMet ? "" : "MISSED"}`;
    process.stdout.write(`${label.padEnd(48)} ${value.toFixed(2).padStart(8)}  ${limitText}\n`);
  }
  return areLimitsMet;
}

const temporaryCluster = await startTemporaryCluster();
try {
  await migrate(temporaryCluster.url, migrationsFolder);
  const db = openDatabase(temporaryCluster.url, { maximumConnections: 4, statementTimeoutMs: 30 * 60_000 });
  try {
    if (!(await runBench(db))) process.exitCode = 1;
  } finally {
    await db.close();
  }
} finally {
  await temporaryCluster.stop();
}
