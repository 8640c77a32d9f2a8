import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import { KeepAliveConnection } from "../load/keep-alive.ts";

/** How many messages the visitors send to the bot per second. */
export const messagesPerSecond = 200;
/**
 * The number of visitor sessions. The server allows 60 messages a minute per session. In this bench, each session sends
 * 30.
 */
const sessionCount = 400;
const parallelSessionStarts = 8;

async function startSession(url: string, botId: string): Promise<string> {
  const path = `${url}/api/w/${botId}/sessions`;
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ language: "en" }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: { token: string } }).data.token;
}

async function startSessions(url: string, botId: string): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < sessionCount)
    tokens.push(
      ...(await Promise.all(Array.from({ length: parallelSessionStarts }, () => startSession(url, botId)))),
    );
  return tokens;
}

/** Opens a connection that sends one message at a time. Each message is sent with a session's token. */
async function openConnection(url: string) {
  let sessionToken = "";
  const connection = await KeepAliveConnection.open(
    url,
    () => `${visitorTokenHeaderName}: ${sessionToken}\r\n`,
  );
  return {
    close: () => connection.close(),
    async send(path: string, token: string, body: object): Promise<void> {
      sessionToken = token;
      const reply = await connection.send("POST", path, null, JSON.stringify(body));
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body}`);
    },
  };
}

/**
 * Sends messages at a fixed rate for `seconds` seconds, and never waits for a response. Returns for each response the
 * milliseconds since its message was due, without the two seconds of warm-up at the beginning. Uses raw connections,
 * because `fetch` would need half as much processor time as the server, on the same cores.
 */
export async function measureAnswerTimes(url: string, botId: string, seconds: number): Promise<number[]> {
  const tokens = await startSessions(url, botId);
  const path = `/api/w/${botId}/messages`;
  const freeConnections: Awaited<ReturnType<typeof openConnection>>[] = [];
  const warmUpMessageCount = 2 * messagesPerSecond;
  const times: number[] = [];
  const pendingAnswers: Promise<void>[] = [];
  async function sendMessage(index: number, dueAtMs: number): Promise<void> {
    const connection = freeConnections.pop() ?? (await openConnection(url));
    const body = { client_id: randomUUID(), content: `Answer ${index}` };
    await connection.send(path, tokens[index % tokens.length] ?? "", body);
    if (index >= warmUpMessageCount) times.push(performance.now() - dueAtMs);
    freeConnections.push(connection);
  }
  const sendingStartedAt = performance.now();
  const count = warmUpMessageCount + seconds * messagesPerSecond;
  for (let index = 0; index < count; index++) {
    const dueAtMs = sendingStartedAt + (index * 1_000) / messagesPerSecond;
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 1) await wait(waitMs);
    pendingAnswers.push(sendMessage(index, dueAtMs));
  }
  await Promise.all(pendingAnswers);
  for (const connection of freeConnections) connection.close();
  return times;
}
