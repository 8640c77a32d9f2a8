import { createServer } from "node:http";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createBotSessionsWithManualJobs } from "../../test/bot-sessions.ts";
import { createAskBlock, createFlow, createPublishedBot, createSayBlock, endBlock } from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import * as store from "./session-store.ts";
import { requestJob, timerJob } from "./turn-jobs.ts";

// Agents may give a visitor back to the bot, and take the visitor over again later. These tests check what happens to
// the timers and requests for which the bot's story waits at that moment.

/** A test server to which stories send requests. `idempotencyKeys` has the idempotency key of each request. */
let idempotencyKeys: string[] = [];
let hostResponse: Promise<void> = Promise.resolve();
const outsideServer = createServer((request, response) => {
  idempotencyKeys.push(String(request.headers["idempotency-key"]));
  void hostResponse.then(() => response.end('{"time":"10:00"}'));
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => outsideServer.listen(0, "127.0.0.1", resolve));
  const address = outsideServer.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  outsideServer.closeAllConnections();
  outsideServer.close();
});

const { server, testPeople } = await setUpTestServer();
const db = server.db.kysely;

/** Creates a bot whose story runs `block` after the visitor's first message, and a session that waits at this block. */
async function openSessionAt(block: FlowBlock) {
  const { id } = await createPublishedBot(
    testPeople.kenji,
    createFlow({ start: [createAskBlock("q"), block, createSayBlock("after", "{{n}}"), endBlock] }),
    db,
  );
  const serverWithoutJobs = createBotSessionsWithManualJobs(
    server,
    (address, to) => address === "127.0.0.1" && to === port,
  );
  const { sessions } = serverWithoutJobs;
  const { token } = await sessions.start(id, { language: "en" });
  const writeAsVisitor = (content: string) =>
    sessions.send(id, token, { client_id: newId(), content, choice: null });
  await writeAsVisitor("Aiko");
  const { rows } = await sql<{ id: string }>`select id from bot_sessions where bot_id = ${id}`.execute(db);
  const sessionId = rows[0]?.id ?? "";
  const listTexts = async () => {
    const { messages } = await sessions.list(id, token, { since: 0, seq: 0, wait: false });
    return messages.map(({ content, said }) => [
      content,
      ...said.map((saidMessage) => "text" in saidMessage && saidMessage.text),
    ]);
  };
  return {
    ...serverWithoutJobs,
    texts: listTexts,
    pause: () => sessions.pause(db, sessionId, true),
    /** Ends the pause and continues the story, as when a person gives the visitor back to the bot. */
    async resume(): Promise<void> {
      const publishTurn = await db.transaction().execute(async (tx) => {
        const session = await store.lockSession(tx, sessionId);
        if (!session) throw new Error("There is no session.");
        await sessions.pause(tx, sessionId, false);
        return sessions.resumeBotIn(tx, session);
      });
      await publishTurn();
    },
  };
}
const createRequestBlock = (): FlowBlock => ({
  id: "r",
  type: "request",
  method: "POST",
  address: `http://127.0.0.1:${port}/`,
  headers: [],
  body: "{}",
  timeout_seconds: 10,
  saves: [{ path: "time", variable_id: "n" }],
});

test("While people answer, a timer says nothing; it starts again once the visitor is given back", async () => {
  const { sent, run, texts, pause, resume } = await openSessionAt({ id: "w", type: "wait", seconds: 60 });
  const [timerJobData] = sent;
  expect(timerJobData).toMatchObject({ name: timerJob, after: 60 });
  await pause();
  await run(timerJob, timerJobData?.data ?? {});
  expect(await texts()).toEqual([[null, "q?"], ["Aiko"]]);
  await resume();
  const repeatedJob = sent.at(-1);
  expect(sent).toHaveLength(2);
  expect(repeatedJob?.name).toBe(timerJob);
  expect(repeatedJob?.after).toBeGreaterThan(0);
  expect(repeatedJob?.after).toBeLessThanOrEqual(60);
  // The timer has two jobs: the old one, and another that was created after the pause. Both run, and the second run
  // changes nothing.
  await run(timerJob, timerJobData?.data ?? {});
  await run(timerJob, repeatedJob?.data ?? {});
  expect(await texts()).toEqual([[null, "q?"], ["Aiko"], [null, "Aiko"]]);
});

test("While people answer, no request goes out; it is made once the visitor is given back", async () => {
  idempotencyKeys = [];
  const { sent, run, texts, pause, resume } = await openSessionAt(createRequestBlock());
  const [sentJob] = sent;
  expect(sentJob?.name).toBe(requestJob);
  await pause();
  await run(requestJob, sentJob?.data ?? {});
  expect(idempotencyKeys).toEqual([]);
  await resume();
  expect(sent).toHaveLength(2);
  await run(requestJob, sent[1]?.data ?? {});
  expect(await texts()).toEqual([[null, "q?"], ["Aiko"], [null, "10:00"]]);
  expect(idempotencyKeys).toHaveLength(1);
});

test("An answer that comes while people answer says nothing, and is asked for again with the same key", async () => {
  idempotencyKeys = [];
  const pendingHostResponse = Promise.withResolvers<void>();
  hostResponse = pendingHostResponse.promise;
  const { sent, run, texts, pause, resume } = await openSessionAt(createRequestBlock());
  const runningJob = run(requestJob, sent[0]?.data ?? {});
  await expect.poll(() => idempotencyKeys.length).toBe(1);
  await pause();
  pendingHostResponse.resolve();
  await runningJob;
  expect(await texts()).toEqual([[null, "q?"], ["Aiko"]]);
  await resume();
  await run(requestJob, sent[1]?.data ?? {});
  expect(await texts()).toEqual([[null, "q?"], ["Aiko"], [null, "10:00"]]);
  expect(idempotencyKeys).toEqual([idempotencyKeys[0], idempotencyKeys[0]]);
});
