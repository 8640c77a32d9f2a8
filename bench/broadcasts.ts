import { parseArgs } from "node:util";
import { sql } from "kysely";
import { countAudience } from "../apps/server/src/features/broadcasts/audience-store.ts";
import { insertRecipients } from "../apps/server/src/features/broadcasts/recipient-store.ts";
import { insertBroadcast } from "../apps/server/src/features/broadcasts/store.ts";
import { type Database, openDatabase } from "../apps/server/src/kit/db/database.ts";
import { migrate } from "../apps/server/src/kit/db/migrate.ts";
import { startTemporaryCluster } from "../apps/server/src/kit/db/temporary.ts";
import { newId } from "../apps/server/src/kit/ids.ts";
import { insertVisitors } from "./broadcasts/fill.ts";
import { measureBroadcastSending } from "./broadcasts/sending.ts";
import { endProcesses } from "./load/run.ts";

// Usage: `npm run bench -- broadcasts [--send N]`. Measures how long it takes to count the 100,000 visitors of a bot,
// and to plan a broadcast to all of them. With `--send`, sends a broadcast to N visitors instead, and measures the
// server's memory.

const visitorCount = 100_000;
/** The longest time in milliseconds allowed for counting the visitors and for planning the broadcast. */
const limitsMs = { count: 1_000, plan: 2_000 };
/**
 * For each platform, how long after a person's last message a bot may write to that person. The map is empty, because
 * all visitors use the web widget and not a platform such as Messenger.
 */
const messagingWindowsMs = new Map();
const unfilteredAudience = {
  platform: null,
  page_id: null,
  tag: null,
  language: null,
  seen_days: null,
  variable: null,
};
const filteredAudience = {
  platform: null,
  page_id: null,
  tag: "customer",
  language: "ja" as const,
  seen_days: 30,
  variable: { name: "city", value: null },
};

/** Inserts a bot with 100,000 visitors into the database. Returns the ids of the bot and of its owner. */
async function insertBotWithVisitors({ kysely }: Database): Promise<{ botId: string; userId: string }> {
  const [userId, botId, flowId] = [newId(), newId(), newId()];
  await kysely
    .insertInto("users")
    .values({
      id: userId,
      email: "bench@bench.example",
      name: "Bench",
      role: "brse",
      interface_language: "en",
      working_language: "en",
      account_type: "PERSONAL",
      live_endpoint: newId(),
    })
    .execute();
  await sql`
    insert into bots (id, name, languages, platforms, created_by)
    values (${botId}, 'Bench', '{en,ja,vi}', '{WEB}', ${userId})`.execute(kysely);
  await sql`insert into bot_flows (id, bot_id, name, edited_by) values (${flowId}, ${botId}, 'x', ${userId})`.execute(
    kysely,
  );
  await sql`
    insert into bot_flow_saves (flow_id, number, flow, user_id)
    values (${flowId}, 1, '{}', ${userId})`.execute(kysely);
  await insertVisitors(kysely, { botId, flowId }, visitorCount);
  return { botId, userId };
}

async function measureTime<T>(action: () => Promise<T>): Promise<{ result: T; durationMs: number }> {
  const beganAt = performance.now();
  const result = await action();
  return { result, durationMs: performance.now() - beganAt };
}

async function measureBroadcastPlanning(): Promise<boolean> {
  const cluster = await startTemporaryCluster();
  try {
    await migrate(cluster.url, new URL("../apps/server/src/migrations", import.meta.url).pathname);
    const db = openDatabase(cluster.url, { maximumConnections: 2 });
    try {
      const { botId, userId } = await insertBotWithVisitors(db);
      const id = newId();
      await insertBroadcast(db.kysely, {
        id,
        botId,
        clientId: newId(),
        name: "Bench",
        content: { kind: "text", text: { en: "Hello" } },
        audience: unfilteredAudience,
        scheduledAt: null,
        readerTime: null,
        userId,
      });
      const totalCount = await measureTime(() =>
        countAudience(db.kysely, botId, unfilteredAudience, messagingWindowsMs),
      );
      const filteredCount = await measureTime(() =>
        countAudience(db.kysely, botId, filteredAudience, messagingWindowsMs),
      );
      const plan = await measureTime(() =>
        db.kysely
          .transaction()
          .execute((tx) => insertRecipients(tx, { id, bot_id: botId, audience: unfilteredAudience })),
      );
      process.stdout.write(
        `${[
          `${totalCount.result.count} visitors counted in ${totalCount.durationMs.toFixed(0)} ms (at most ${limitsMs.count})`,
          `${filteredCount.result.count} of them by four conditions in ${filteredCount.durationMs.toFixed(0)} ms (at most ${limitsMs.count})`,
          `${plan.result} recipients planned in ${plan.durationMs.toFixed(0)} ms (at most ${limitsMs.plan})`,
        ].join("\n")}\n`,
      );
      return (
        Math.max(totalCount.durationMs, filteredCount.durationMs) > limitsMs.count ||
        plan.durationMs > limitsMs.plan ||
        plan.result !== visitorCount
      );
    } finally {
      await db.close();
    }
  } finally {
    await cluster.stop();
  }
}

const { values: options } = parseArgs({ options: { send: { type: "string" } } });
for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
  process.on(signal, () => void endProcesses().then(() => process.exit(1)));
let isLimitMissed = true;
try {
  if (options.send === undefined) isLimitMissed = await measureBroadcastPlanning();
  else {
    const sendingReport = await measureBroadcastSending(Number(options.send));
    process.stdout.write(`${sendingReport.lines.join("\n")}\n`);
    isLimitMissed = sendingReport.isLimitMissed;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
}
await endProcesses();
process.exit(isLimitMissed ? 1 : 0);
