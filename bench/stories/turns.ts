import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { visitorTokenHeader } from "@kakehashi/contract/bot-visitors";

/** How many turns a second the bot gets. */
export const rate = 200;
/** The number of sessions. A session may take at most 60 messages a minute; here each gets 30. */
const sessions = 400;
const startsAtOnce = 8;

async function post(
  url: string,
  path: string,
  body: object,
  token?: string,
): Promise<{ data: { token: string } }> {
  const response = await fetch(`${url}/api/w/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { [visitorTokenHeader]: token }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<{ data: { token: string } }>;
}

async function startSessions(url: string, botId: string): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < sessions)
    tokens.push(
      ...(await Promise.all(
        Array.from({ length: startsAtOnce }, async () => {
          const { data } = await post(url, `${botId}/sessions`, { language: "en" });
          return data.token;
        }),
      )),
    );
  return tokens;
}

/**
 * Sends `rate` messages a second for so many seconds, and does not wait for the answers. Returns how many milliseconds
 * each answer came after its message was due. The first two seconds warm the server up and do not count.
 */
export async function measureTurns(url: string, botId: string, seconds: number): Promise<number[]> {
  const tokens = await startSessions(url, botId);
  const warmUp = 2 * rate;
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const began = performance.now();
  const count = warmUp + seconds * rate;
  for (let index = 0; index < count; index++) {
    const due = began + (index * 1_000) / rate;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    const body = { client_id: randomUUID(), content: `Answer ${index}` };
    answers.push(
      post(url, `${botId}/messages`, body, tokens[index % tokens.length]).then(() => {
        if (index >= warmUp) times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(answers);
  return times;
}
