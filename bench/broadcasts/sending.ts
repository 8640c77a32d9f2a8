import { setTimeout as wait } from "node:timers/promises";
import { type BroadcastDetail, createBroadcast, getBroadcast } from "@kakehashi/contract/bot-broadcasts";
import { openDatabase } from "../../apps/server/src/kit/db/database.ts";
import { startServer } from "../server.ts";
import { createWorkspace } from "../stage.ts";
import { callApi, createApiCaller, createStory, tenBlockStory } from "../stories/api.ts";
import { insertVisitors } from "./fill.ts";

/**
 * The configured sending rate. It is higher than the server can reach, so that the bench measures the server's own
 * speed.
 */
const messagesPerSecond = 9_999;
/**
 * The most megabytes by which the server's memory may grow. The limit does not depend on the number of visitors,
 * because the server sends one message after the other and keeps none in memory.
 */
const memoryGrowthLimitMb = 100;

/** Sends a broadcast to this many visitors. Returns the lines to print, and whether a limit was exceeded. */
export async function measureBroadcastSending(
  count: number,
): Promise<{ lines: string[]; isLimitMissed: boolean }> {
  await using workspace = await createWorkspace(1);
  const [author] = workspace.people;
  if (!author) throw new Error("There is nobody");
  const db = openDatabase(workspace.databaseUrl, { maximumConnections: 1 });
  await db.pool.query("update users set role = 'brse' where id = $1", [author.id]);
  await using server = await startServer({
    ...workspace,
    profileDir: undefined,
    settings: { BROADCASTS_PER_SECOND: String(messagesPerSecond) },
  });
  const apiCaller = createApiCaller(server, author);
  const { botId, storyId } = await createStory(apiCaller, tenBlockStory);
  try {
    await insertVisitors(db.kysely, { botId, flowId: storyId }, count);
  } finally {
    await db.close();
  }
  const memoryBefore = await server.waitForStableMemory();
  const beganAt = performance.now();
  const { id } = await callApi<BroadcastDetail>(
    apiCaller,
    createBroadcast,
    { id: botId },
    {
      client_id: crypto.randomUUID(),
      name: "Bench",
      content: { kind: "text", text: { en: "Hello {{name}}", ja: "こんにちは", vi: "Xin chào" } },
      audience: {},
    },
  );
  const memoryReadings: number[] = [];
  let progress: BroadcastDetail;
  do {
    await wait(1_000);
    memoryReadings.push(await server.readMemoryBytes());
    await workspace.renewTokens();
    progress = await callApi<BroadcastDetail>(
      createApiCaller(server, author),
      getBroadcast,
      { id: botId, bid: id },
      {},
    );
  } while (progress.state === "SCHEDULED" || progress.state === "SENDING");
  const seconds = (performance.now() - beganAt) / 1000;
  const memoryGrowthMb = (Math.max(...memoryReadings) - memoryBefore) / 1024 / 1024;
  return {
    lines: [
      `${progress.sent_count} of ${count} visitors reached in ${seconds.toFixed(0)} s, ${Math.round(progress.sent_count / seconds)} a second`,
      `memory ${(memoryBefore / 1024 / 1024).toFixed(0)} MB before, at most ${memoryGrowthMb.toFixed(0)} MB more (at most ${memoryGrowthLimitMb})`,
    ],
    isLimitMissed:
      progress.state !== "DONE" || progress.sent_count !== count || memoryGrowthMb > memoryGrowthLimitMb,
  };
}
