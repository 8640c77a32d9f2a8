import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { createPageSecretEncryption } from "../apps/server/src/features/channels/page-secret-encryption.ts";
import { type Database, openDatabase } from "../apps/server/src/kit/db/database.ts";
import { newId } from "../apps/server/src/kit/ids.ts";
import { createKeyring } from "../apps/server/src/kit/secrets.ts";
import { startMessengerStandIn } from "../apps/server/src/test/channel-stand-ins/messenger.ts";
import { connectAndSubscribe } from "../apps/server/src/test/stomp.ts";
import { KeepAliveConnection } from "./load/keep-alive.ts";
import { secretKey, startServer } from "./server.ts";
import { createWorkspace } from "./stage.ts";

// Usage: `npm run bench -- webhooks`. People on Messenger write to a page. The server, the database and a simulated
// Messenger run on this computer. At a constant rate, measures how long the platform waits for the webhook response,
// and how long it takes until an agent sees a message. Then checks that the server loses no message of a flood.

const steadyLoad = { perSecond: 300, seconds: 20 };
const floodLoad = { perSecond: 1_000, seconds: Number(process.argv[2] ?? 60) };
/**
 * The maximum milliseconds from a person's message until the platform gets the webhook response (`answer`), and until
 * an agent's screen gets the message (`screen`).
 */
const limitsMs = { answer: 50, screen: 150 };
/** How many people write during the whole run. */
const peopleCount = 200;
/** One in this many webhook events is the first message of a new person. */
const eventsPerNewPerson = 20;
/**
 * The maximum number of connections that the platform opens. It needs many of them only while the server is slow for a
 * moment.
 */
const connectionCount = 128;

const messenger = await startMessengerStandIn();
const { appSecret } = messenger.connectionOptions;
await using workspace = await createWorkspace(1);
const [livechatAgent] = workspace.people;
if (!livechatAgent) throw new Error("The workspace has no people.");
const db = openDatabase(workspace.databaseUrl, { maximumConnections: 2, statementTimeoutMs: 60_000 });
const { externalPageId, botId } = await connectPage(db);
await using server = await startServer({
  databaseUrl: workspace.databaseUrl,
  dataDir: workspace.dataDir,
  profileDir: undefined,
  settings: messenger.environmentVariables,
});

/**
 * Inserts a Facebook page that is connected to a bot without a story. So people, and not the bot, answer from the first
 * message on.
 */
async function connectPage({ kysely }: Database): Promise<{ externalPageId: string; botId: string }> {
  const [bot, page] = [newId(), newId()];
  const platformPageId = messenger.addPage("Bench").id;
  const secrets = createPageSecretEncryption(createKeyring([secretKey]));
  const sealedTokens = secrets.sealTokens(
    { ...messenger.issueTokens(platformPageId), expiresAt: null },
    page,
  );
  await sql`
    insert into bots (id, name, languages, platforms, created_by)
    values (${bot}, 'Bench', '{vi}', '{MESSENGER}', ${livechatAgent?.id})`.execute(kysely);
  await sql`insert into bot_people (bot_id, user_id, part) values (${bot}, ${livechatAgent?.id}, 'OWNER')`.execute(
    kysely,
  );
  await sql`
    insert into channel_pages (id, platform, external_id, bot_id, name, state, key_id, tokens)
    values (${page}, 'MESSENGER', ${platformPageId}, ${bot}, 'Bench', 'CONNECTED', ${sealedTokens.key_id}, ${sealedTokens.value})`.execute(
    kysely,
  );
  return { externalPageId: platformPageId, botId: bot };
}

let sentCount = 0;
/** The time at which each message was sent, by the message's text. Contains only messages that the agent should see. */
const sentTimeByText = new Map<string, number>();

function createWebhookBody(person: string, text: string): string {
  const message = { mid: `m_${sentCount++}`, text };
  const event = { sender: { id: person }, recipient: { id: externalPageId }, timestamp: Date.now(), message };
  return JSON.stringify({
    object: "page",
    entry: [{ id: externalPageId, time: Date.now(), messaging: [event] }],
  });
}

let webhookSignature = "";
const openConnection = () =>
  KeepAliveConnection.open(server.url, () => `x-hub-signature-256: sha256=${webhookSignature}\r\n`);
const idleConnections = await Promise.all(Array.from({ length: connectionCount }, openConnection));

/**
 * Sends one webhook event. Returns how many milliseconds the response took, or undefined if all connections are busy.
 */
async function sendEvent(person: string, text: string): Promise<number | undefined> {
  // Takes the connection that has been idle for longest. With this rotation, each connection is used before the server
  // would close it as idle.
  const idleConnection = idleConnections.shift();
  if (!idleConnection) return undefined;
  const connection = idleConnection.isOpen ? idleConnection : await openConnection();
  const body = createWebhookBody(person, text);
  webhookSignature = createHmac("sha256", appSecret).update(body).digest("hex");
  const requestStartedAt = performance.now();
  const { status } = await connection.send("POST", "/api/webhooks/messenger/app", null, body);
  idleConnections.push(connection);
  if (status !== 200) throw new Error(`A webhook was answered with ${status}.`);
  return performance.now() - requestStartedAt;
}

async function sendEvents(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  observedPeople: readonly string[],
) {
  const times: number[] = [];
  const pendingPosts: Promise<void>[] = [];
  let lateCount = 0;
  const beganAt = performance.now();
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueAtMs = beganAt + (index * 1_000) / perSecond;
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 0) await wait(waitMs);
    const observedPerson = index % 20 === 0 ? observedPeople[index % observedPeople.length] : undefined;
    const isNewPerson = index % eventsPerNewPerson === 10;
    const text = `Chào shop, tin số ${sentCount}`;
    if (observedPerson) sentTimeByText.set(text, performance.now());
    pendingPosts.push(
      sendEvent(observedPerson ?? (isNewPerson ? `8${sentCount}` : `9${index % peopleCount}`), text).then(
        (ms) => {
          if (ms === undefined) lateCount++;
          else times.push(ms);
        },
      ),
    );
  }
  await Promise.all(pendingPosts);
  return { times: times.sort((a, b) => a - b), lateCount, tookMs: performance.now() - beganAt };
}

const quantileOf = (sortedValues: readonly number[], fraction: number) =>
  sortedValues[Math.min(sortedValues.length - 1, Math.floor(sortedValues.length * fraction))] ?? 0;
const countEvents = async (condition: string): Promise<number> => {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from channel_events where ${condition}`,
  );
  return rows[0]?.count ?? 0;
};
async function waitUntilHandled(): Promise<void> {
  while ((await countEvents("handled_at is null")) > 0) await wait(100);
}

// The agent answers these five people. Thereby the agent becomes a member of their conversations and gets their live
// events.
const observedPeople = Array.from({ length: 5 }, (_, number) => `5${number}`);
const knownPeople = Array.from({ length: peopleCount }, (_, number) => `9${number}`);
for (const person of [...observedPeople, ...knownPeople]) await sendEvent(person, "Chào shop nhé");
await waitUntilHandled();
const { rows: talkRows } = await db.pool.query<{ id: string }>(
  `select s.conversation_id as id from channel_people c join bot_sessions s on s.id = c.session_id
   where c.external_id = any($1)`,
  [observedPeople],
);
for (const { id } of talkRows) {
  const response = await fetch(`${server.url}/api/bots/${botId}/livechat/${id}/claim`, {
    method: "POST",
    headers: { authorization: `Bearer ${livechatAgent.token}` },
  });
  if (!response.ok) throw new Error(await response.text());
}
const screenDelaysMs: number[] = [];
const liveClient = await connectAndSubscribe(server.url, {
  tokens: { access_token: livechatAgent.token },
  endpoint: livechatAgent.endpoint,
});
liveClient.socket.on("message", (data) => {
  for (const [text, messageSentAt] of sentTimeByText)
    if (data.toString().includes(text)) {
      screenDelaysMs.push(performance.now() - messageSentAt);
      sentTimeByText.delete(text);
    }
});

let hasFailed = false;
function printTimes(label: string, sortedTimesMs: readonly number[], limit: number): void {
  const p99 = quantileOf(sortedTimesMs, 0.99);
  hasFailed ||= p99 > limit;
  process.stdout.write(
    `  ${label.padEnd(26)} p50 ${quantileOf(sortedTimesMs, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (at most ${limit})${p99 > limit ? "  MISSED" : ""}\n`,
  );
}

const steadyResult = await sendEvents(steadyLoad, observedPeople);
await waitUntilHandled();
process.stdout.write(
  `${steadyLoad.perSecond} events a second for ${steadyLoad.seconds} s, ${steadyResult.lateCount} not sent in time:\n`,
);
printTimes("answer to the platform", steadyResult.times, limitsMs.answer);
printTimes(
  "event to agent's screen",
  screenDelaysMs.sort((a, b) => a - b),
  limitsMs.screen,
);

const countBefore = await countEvents("true");
const floodResult = await sendEvents(floodLoad, []);
const answeredCount = floodResult.times.length;
const storedCount = (await countEvents("true")) - countBefore;
hasFailed ||= storedCount !== answeredCount || floodResult.lateCount > 0;
process.stdout.write(
  `${floodLoad.perSecond} events a second for ${floodLoad.seconds} s: ${answeredCount} answered in ${(floodResult.tookMs / 1_000).toFixed(1)} s (p99 ${quantileOf(floodResult.times, 0.99).toFixed(1)} ms), ${floodResult.lateCount} not sent in time, ${answeredCount - storedCount} lost\n`,
);
const handlingStartedAt = performance.now();
await waitUntilHandled();
process.stdout.write(
  `  all handled ${((performance.now() - handlingStartedAt) / 1_000).toFixed(1)} s later\n`,
);

liveClient.socket.close();
await db.close();
await messenger.close();
process.exitCode = hasFailed ? 1 : 0;
