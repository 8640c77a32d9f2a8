import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { getBotFlow, publishBotFlow, removeBotFlow, setBotFlowEnabled } from "@kakehashi/contract/bot-flows";
import {
  getBotRequestSigningSecret,
  renewBotRequestSigningSecret,
  signatureHeaderName,
} from "@kakehashi/contract/bot-requests";
import { listVisitorTurns, startVisit, visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import { changeBot, getBot, removeBot, setBotPerson } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { createFlowSession, type FlowSession } from "@kakehashi/contract/flows/session";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { createBotSessionsWithManualJobs } from "../../test/bot-sessions.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { createConcurrentHostCallLimit } from "./requests.ts";
import { runEvent } from "./run-event.ts";
import * as store from "./session-store.ts";
import * as startStore from "./start-store.ts";
import { timerJob } from "./turn-jobs.ts";
import * as turnStore from "./turn-store.ts";

/** A test server to which stories send requests. The path of a request decides the response. */
let isHostSilent = true;
let receivedCalls: { url: string; key: string; body: string }[] = [];
let receivedSignatures: string[] = [];
const outsideServer = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  receivedSignatures.push(String(request.headers[signatureHeaderName]));
  receivedCalls.push({
    url: request.url ?? "",
    key: String(request.headers["idempotency-key"]),
    body: Buffer.concat(chunks).toString(),
  });
  if (request.url?.startsWith("/redirect")) response.writeHead(302, { location: "/ok" }).end();
  else if (request.url?.startsWith("/huge")) {
    response.writeHead(200);
    const writeMoreBytes = () => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", writeMoreBytes);
    };
    writeMoreBytes();
  } else if (!request.url?.startsWith("/never") && !(isHostSilent && request.url === "/silent"))
    response.end('{"time":"10:00"}');
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

const { server, testPeople } = await setUpTestServer({
  allowPreviewFetch: (address, to) => address === "127.0.0.1" && to === port,
});
const { kenji } = testPeople;
const db = server.db.kysely;
const openStory = (draft: Flow) => createPublishedBot(kenji, draft, db);
const visitStory = (bot_id: string, language?: string) => visitBot(server, bot_id, language);

const requestBlock = (path: string): FlowBlock => ({
  id: "r",
  type: "request",
  method: "POST",
  address: path.startsWith("http") ? path : `http://127.0.0.1:${port}${path}`,
  headers: [{ name: "Host", value: "evil.example" }],
  body: '{"name":"{{n}}"}',
  timeout_seconds: 1,
  saves: [{ path: "time", variable_id: "n" }],
});
test("A visitor talks to a bot in their language, and can read all turns again", async () => {
  const { id } = await openStory(
    createFlow({
      start: [
        createSayBlock("Hello"),
        createAskBlock("name"),
        createSayBlock("Thanks", "Thanks {{n}}"),
        endBlock,
      ],
    }),
  );
  const visitor = await visitStory(id, "ja");
  expect(visitor.first).toEqual(["Hello。", "name？"]);
  expect(await visitor.write("愛子")).toEqual(["Thanks 愛子。"]);
  // A message is stored even if no block of the story waits for it.
  expect(await visitor.write("もしもし")).toEqual([]);
  expect(await visitor.all()).toEqual([[null, "Hello。", "name？"], ["愛子", "Thanks 愛子。"], ["もしもし"]]);
  // Visitors whose language the bot does not speak get the bot's first language.
  expect((await visitStory(id, "vi")).first).toEqual(["Hello", "name?"]);
});

test("A message that is sent five times at once makes one turn", async () => {
  const { id } = await openStory(
    createFlow(
      { start: [createAskBlock("a"), createSayBlock("b")], again: [createAskBlock("c"), endBlock] },
      [["b", "again"]],
    ),
  );
  const visitor = await visitStory(id);
  const client_id = newId();
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => visitor.send({ client_id, content: "x" })),
  );
  for (const { data } of responses) expect(data).toEqual(responses[0]?.data);
  expect(await visitor.all()).toEqual([
    [null, "a?"],
    ["x", "b", "c?"],
  ]);
});

test("No visit begins if a bot is off, archived, deleted or not on the web; a wrong token is not found", async () => {
  const { id, fid } = await openStory(createFlow({ start: [createSayBlock("a"), endBlock] }));
  const visitor = await visitStory(id);
  const startSession = () =>
    callApi(server.app, startVisit, { params: { bot_id: id }, body: { language: "en" } });
  const readVisit = (bot_id: string, token: string) =>
    callApi(server.app, listVisitorTurns, {
      params: { bot_id },
      headers: { [visitorTokenHeaderName]: token },
    });
  expect((await readVisit(id, "other")).status).toBe(404);
  const otherStory = await openStory(createFlow({ start: [createSayBlock("a"), endBlock] }));
  expect((await readVisit(otherStory.id, visitor.token)).status).toBe(404);
  const changeSettings = (body: object) => kenji.call(changeBot, { params: { id }, body });
  await changeSettings({ platforms: ["MESSENGER"] });
  expect((await startSession()).status).toBe(404);
  await changeSettings({ platforms: ["WEB"], archived: true });
  expect((await startSession()).status).toBe(404);
  expect((await visitor.send({ content: "x" })).error?.code).toBe("BOT.ARCHIVED");
  await changeSettings({ archived: false });
  await kenji.call(setBotFlowEnabled, { params: { id, fid }, body: { is_enabled: false } });
  expect((await startSession()).status).toBe(404);
  await kenji.call(removeBot, { params: { id } });
  expect((await readVisit(id, visitor.token)).status).toBe(404);
});

test("A session goes on with the version that it began, even if its story is deleted", async () => {
  const { id, fid } = await openStory(
    createFlow({ start: [createAskBlock("old"), createSayBlock("still", "still old"), endBlock] }),
  );
  const visitor = await visitStory(id);
  await kenji.call(removeBotFlow, { params: { id, fid } });
  expect(await visitor.write("x")).toEqual(["still old"]);
});

test("A job continues a story after a wait", async () => {
  const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 1 };
  const { id } = await openStory(
    createFlow({ start: [createSayBlock("a"), waitBlock, createSayBlock("b"), endBlock] }),
  );
  const visitor = await visitStory(id);
  await expect.poll(visitor.all).toEqual([
    [null, "a"],
    [null, "b"],
  ]);
});

test.each([
  ["answers", "/ok", "at 10:00"],
  ["redirects", "/redirect", "failed"],
  ["answers without end", "/huge", "failed"],
  ["never answers", "/never", "failed"],
  ["is on an internal address", "http://127.0.0.1:1/", "failed"],
  ["is a cloud's metadata service", "http://169.254.169.254/latest/", "failed"],
])("After a request to a server that %s, the story goes on", async (_, path, expectedText) => {
  receivedCalls = [];
  const flow = createFlow(
    {
      start: [createAskBlock("q"), requestBlock(path), createSayBlock("ok", "at {{n}}"), endBlock],
      bad: [createSayBlock("failed"), { ...endBlock, id: "e2" }],
    },
    [["r", "bad", "else"]],
  );
  const { id } = await openStory(flow);
  const visitor = await visitStory(id);
  await visitor.write('An "x"');
  await expect.poll(visitor.all).toEqual([[null, "q?"], ['An "x"'], [null, expectedText]]);
  if (path === "/ok")
    expect(receivedCalls).toEqual([{ url: "/ok", key: expect.any(String), body: '{"name":"An \\"x\\""}' }]);
  if (path === "/redirect") expect(receivedCalls.map(({ url }) => url)).toEqual(["/redirect"]);
});

test("A request is signed with the bot's secret, and only sent to a host that the settings allow now", async () => {
  [receivedCalls, receivedSignatures] = [[], []];
  const story = createFlow({
    start: [createAskBlock("q"), requestBlock("/ok"), createSayBlock("ok", "at {{n}}"), endBlock],
  });
  const { id, fid } = await openStory(story);
  const params = { id };
  const readCurrentSecret = async () =>
    (await kenji.call(getBotRequestSigningSecret, { params })).data.secret;
  const isValidSignature = (secret: string, signature = "") => {
    const { time, mac } = /^t=(?<time>\d+),v1=(?<mac>[0-9a-f]{64})$/.exec(signature)?.groups ?? {};
    expect(Math.abs(Date.now() / 1_000 - Number(time))).toBeLessThan(60);
    const { address } = requestBlock("/ok") as { address: string };
    const signedText = `${time}.POST.${address}.${receivedCalls.at(-1)?.body}`;
    return createHmac("sha256", secret).update(signedText).digest("hex") === mac;
  };
  const runVisit = async () => {
    const visitor = await visitStory(id);
    await visitor.write("x");
    await expect.poll(async () => (await visitor.all()).length).toBe(3);
    return (await visitor.all()).at(-1);
  };
  const firstSecret = await readCurrentSecret();
  expect(await runVisit()).toEqual([null, "at 10:00"]);
  expect(isValidSignature(firstSecret, receivedSignatures[0])).toBe(true);
  const renewedSecret = (await kenji.call(renewBotRequestSigningSecret, { params })).data.secret;
  expect(renewedSecret).not.toBe(firstSecret);
  expect(await readCurrentSecret()).toBe(renewedSecret);
  await runVisit();
  expect([
    isValidSignature(firstSecret, receivedSignatures[1]),
    isValidSignature(renewedSecret, receivedSignatures[1]),
  ]).toEqual([false, true]);

  await kenji.call(changeBot, { params, body: { request_hosts: ["api.example.com"] } });
  expect(await runVisit()).toEqual([null, "at x"]);
  expect(receivedCalls).toHaveLength(2);
  // The bot's settings do not allow the host any more, so the story cannot be published either. The problem is reported
  // at the block that sends the request.
  const { data } = await kenji.call(getBotFlow, { params: { id, fid } });
  expect(data.problems).toMatchObject([
    { code: "private_host", block_id: "r", field: "address", detail: `127.0.0.1:${port}` },
  ]);
  const publishRequest = { params: { id, fid }, body: { revision: data.revision } };
  expect((await kenji.call(publishBotFlow, publishRequest)).error?.fields).toHaveProperty(["r.address"]);
  for (const host of ["https://api.example.com", "api.example.com/x", "a b", "", "API.example.com", "x:443"])
    expect((await kenji.call(changeBot, { params, body: { request_hosts: [host] } })).status, host).toBe(422);
});

test("Only owners and editors see and renew the secret, not a bot's agents nor strangers", async () => {
  const { id } = await openStory(createFlow({ start: [createSayBlock("a"), endBlock] }));
  const params = { id };
  const { linh } = testPeople;
  const statuses = async () => [
    (await linh.call(getBotRequestSigningSecret, { params })).status,
    (await linh.call(renewBotRequestSigningSecret, { params })).status,
  ];
  const readSecret = async () => (await kenji.call(getBotRequestSigningSecret, { params })).data.secret;
  const previousSecret = await readSecret();
  expect(await statuses()).toEqual([404, 404]);
  const setBotPart = (part: "AGENT" | "EDITOR") =>
    kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part } });
  await setBotPart("AGENT");
  // Linh may read the bot, because she is its agent. She may not see the secret, so the server refuses these API calls.
  expect((await linh.call(getBot, { params })).data.part).toBe("AGENT");
  expect(await statuses()).toEqual([403, 403]);
  expect(await readSecret()).toBe(previousSecret);
  await setBotPart("EDITOR");
  expect(await statuses()).toEqual([200, 200]);
  expect(await readSecret()).not.toBe(previousSecret);
});

test("A host that keeps silent delays nobody else's bots, however many bots of one person call it", async () => {
  receivedCalls = [];
  const createStoryCalling = (path: string) =>
    createFlow({
      start: [
        createAskBlock("q"),
        { ...requestBlock(path), timeout_seconds: 10 } as FlowBlock,
        createSayBlock("ok", "at {{n}}"),
        endBlock,
      ],
    });
  const waitingVisits: Awaited<ReturnType<typeof visitStory>>[] = [];
  for (let bot = 0; bot < 4; bot++) {
    const { id } = await openStory(createStoryCalling("/silent"));
    for (let count = 0; count < 3; count++) {
      const visitor = await visitStory(id);
      await visitor.write("x");
      waitingVisits.push(visitor);
    }
  }
  await expect.poll(() => receivedCalls.length).toBeGreaterThan(1);
  const { id } = await createPublishedBot(testPeople.aiko, createStoryCalling("/ok"), db);
  const visitor = await visitStory(id);
  await visitor.write("x");
  await expect.poll(visitor.all, { timeout: 8_000 }).toEqual([[null, "q?"], ["x"], [null, "at 10:00"]]);
  expect(receivedCalls.filter(({ url }) => url === "/silent")).toHaveLength(2);
  isHostSilent = false;
  outsideServer.closeAllConnections();
  for (const { all } of waitingVisits)
    await expect.poll(async () => (await all()).length, { timeout: 10_000 }).toBe(3);
});

test("A request to a host that is not listed is refused at once, although the host has no free turn", async () => {
  [receivedCalls, isHostSilent] = [[], true];
  const callingStory = createFlow({
    start: [
      createAskBlock("q"),
      { ...requestBlock("/silent"), timeout_seconds: 10 } as FlowBlock,
      createSayBlock("ok", "at {{n}}"),
      endBlock,
    ],
  });
  // Two people have one bot each, and each bot sends two requests to the silent host. One host may get these four
  // requests at the same time, but no fifth.
  for (const person of [kenji, testPeople.aiko]) {
    const { id } = await createPublishedBot(person, callingStory, db);
    for (let count = 0; count < 2; count++) await (await visitStory(id)).write("x");
  }
  await expect.poll(() => receivedCalls.length).toBe(4);
  const { id } = await createPublishedBot(testPeople.emma, callingStory, db);
  await testPeople.emma.call(changeBot, { params: { id }, body: { request_hosts: [] } });
  const visitor = await visitStory(id);
  await visitor.write("x");
  // The requests to the silent host take ten seconds. The bot of the third person must answer its visitor sooner.
  await expect.poll(visitor.all, { timeout: 6_000 }).toEqual([[null, "q?"], ["x"], [null, "at x"]]);
  expect(receivedCalls).toHaveLength(4);
  isHostSilent = false;
  outsideServer.closeAllConnections();
});

test("A host that is busy is called again later, and others at once", async () => {
  const hostCallLimit = createConcurrentHostCallLimit(1);
  const pendingAnswer = Promise.withResolvers<string>();
  const firstCallPromise = hostCallLimit.run("https://one.example/a", () => pendingAnswer.promise);
  expect(await hostCallLimit.run("https://one.example/b", async () => "second")).toBe("busy");
  expect(await hostCallLimit.run("https://two.example/a", async () => "third")).toBe("third");
  pendingAnswer.resolve("first");
  expect(await firstCallPromise).toBe("first");
  expect(await hostCallLimit.run("https://one.example/b", async () => "fourth")).toBe("fourth");
});

test.each([
  ["nothing", { content: " " }, "content"],
  ["more than 10,000 characters", { content: "x".repeat(10_001) }, "content"],
  ["an item that cannot be one", { choice: "a b" }, "choice"],
])("A message with %s gets an error that names its field", async (_, body, field) => {
  const { id } = await openStory(createFlow({ start: [createAskBlock("a"), endBlock] }));
  const { status, error } = await (await visitStory(id)).send(body);
  expect({ status, fields: Object.keys(error?.fields ?? {}) }).toEqual({ status: 422, fields: [field] });
});

test("A visitor who sends too many messages in a minute is refused, and can go on a minute later", async () => {
  const { id } = await openStory(createFlow({ start: [createAskBlock("a")] }, [["a", "start"]]));
  const visitor = await visitStory(id);
  const statuses: number[] = [];
  for (let index = 0; index < 62; index++) statuses.push((await visitor.send({ content: "x" })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  await sql`update bot_turns set created_at = created_at - interval '1 minute'`.execute(server.db.kysely);
  expect((await visitor.send({ content: "x" })).status).toBe(200);
});

/** Computes the state of a session by running its stored events again from the beginning. */
async function replaySession(sessionId: string): Promise<{ session: FlowSession; effects: unknown[] }> {
  const db = server.db.kysely;
  let session: FlowSession = createFlowSession("en");
  const effects: unknown[] = [];
  for (const storedTurn of await turnStore.listTurns(db, sessionId, 0, 1_000)) {
    const runningFlows = await Promise.all(
      storedTurn.ran.map(async (savePlace) => {
        const flow = await startStore.findSavedFlow(db, savePlace);
        if (!flow) throw new Error("A published save is gone.");
        return { flowId: savePlace.flow_id, version: { flow, languages: ["en" as const, "ja" as const] } };
      }),
    );
    const [firstFlow, ...jumpTargets] = runningFlows;
    const { event } = storedTurn;
    if (!firstFlow || event.type === "broadcast" || event.type === "echo" || event.type === "language")
      throw new Error("A turn ran nothing.");
    const result = await runEvent(firstFlow, session, event, async () => jumpTargets.shift() ?? null);
    session = result.session;
    effects.push(result.effects);
  }
  return { session, effects };
}

test("No turn is lost or repeated if the process dies before a commit, and a replay is equal", async () => {
  const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 60 };
  const firstBlocks = [
    createAskBlock("q"),
    createSayBlock("got", "got {{n}}"),
    waitBlock,
    createSayBlock("next"),
  ];
  const blocksOfSecondGroup = [
    createAskBlock("q2"),
    createSayBlock("got2", "and {{n}}"),
    { ...waitBlock, id: "w2" },
    endBlock,
  ];
  const { id } = await openStory(
    createFlow({ start: firstBlocks, again: blocksOfSecondGroup }, [["next", "again"]]),
  );
  const serverProcess = createBotSessionsWithManualJobs(server);
  const { token } = await serverProcess.sessions.start(id, { language: "en" });
  const { rows } = await sql<{ id: string }>`
    select id from bot_sessions where bot_id = ${id}`.execute(server.db.kysely);
  const sessionId = rows[0]?.id ?? "";
  for (const content of ["one", "two"]) {
    const message = { client_id: newId(), content, choice: null };
    serverProcess.dieNext();
    await expect(serverProcess.sessions.send(id, token, message)).rejects.toThrow("died");
    serverProcess.live();
    // The browser did not get the response, so it sends the message again.
    await serverProcess.sessions.send(id, token, message);
    await serverProcess.sessions.send(id, token, message);
    const timer = serverProcess.sent.at(-1);
    expect(timer?.name).toBe(timerJob);
    await Promise.all([1, 2, 3].map(() => serverProcess.run(timerJob, timer?.data ?? {})));
  }
  const { messages } = await serverProcess.sessions.list(id, token, { since: 0, seq: 0, wait: false });
  const transcript = messages.map(({ content, said }) => [
    content,
    ...said.map((saidMessage) => "text" in saidMessage && saidMessage.text),
  ]);
  expect(transcript).toEqual([
    [null, "q?"],
    ["one", "got one"],
    [null, "next", "q2?"],
    ["two", "and two"],
    [null],
  ]);
  const replayResult = await replaySession(sessionId);
  const turns = await turnStore.listTurns(server.db.kysely, sessionId, 0, 1_000);
  expect(replayResult.effects).toEqual(turns.map(({ effects }) => effects));
  const storedSession = await server.db.kysely
    .transaction()
    .execute((tx) => store.lockSession(tx, sessionId));
  expect(replayResult.session).toEqual(storedSession?.state);
});

test("A story goes no further after a hundred turns without its visitor, nor while its bot is archived", async () => {
  const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 60 };
  const { id } = await openStory(
    createFlow(
      {
        start: [createSayBlock("tick"), waitBlock],
        again: [createSayBlock("tock"), createAskBlock("more"), endBlock],
      },
      [["w", "again"]],
    ),
  );
  const serverProcess = createBotSessionsWithManualJobs(server);
  await serverProcess.sessions.start(id, { language: "en" });
  const timerJobData = serverProcess.sent.at(-1)?.data ?? {};
  const db = server.db.kysely;
  const { rows } = await sql<{ id: string }>`select id from bot_sessions where bot_id = ${id}`.execute(db);
  const sessionId = rows[0]?.id ?? "";
  const countTimerTurns = async () => {
    await serverProcess.run(timerJob, timerJobData);
    const turns = await sql`select from bot_turns where session_id = ${sessionId}`.execute(db);
    return turns.rows.length;
  };
  // Simulates a story that has waited a hundred times without a message from the visitor.
  await sql`insert into bot_turns (session_id, number, event, effects, ran)
    select session_id, number + n, event, '[]', ran from bot_turns, generate_series(1, 100) n
    where session_id = ${sessionId}`.execute(db);
  expect(await countTimerTurns()).toBe(101);
  await sql`delete from bot_turns where session_id = ${sessionId} and number > 1`.execute(db);
  await kenji.call(changeBot, { params: { id }, body: { archived: true } });
  expect(await countTimerTurns()).toBe(1);
  await kenji.call(changeBot, { params: { id }, body: { archived: false } });
  expect(await countTimerTurns()).toBe(2);
});

test("A turn that says too much ends there: the visitor reads a text, and the log names the block", async () => {
  const longBlocks = Array.from({ length: 50 }, (_, index) =>
    createSayBlock(`long${index}`, "{{n}}".repeat(5)),
  );
  const { id, fid } = await openStory(createFlow({ start: [createAskBlock("q"), ...longBlocks, endBlock] }));
  const serverProcess = createBotSessionsWithManualJobs(server);
  const { token } = await serverProcess.sessions.start(id, { language: "ja" });
  const message = { client_id: newId(), content: "橋".repeat(1_000), choice: null };
  const { messages } = await serverProcess.sessions.send(id, token, message);
  expect(messages[0]?.said.at(-1)).toMatchObject({
    text: "申し訳ありません。問題が発生したため、このチャットを続けられません。",
  });
  expect(serverProcess.warnings).toEqual([
    {
      bot_id: id,
      session_id: expect.any(String),
      flow_id: fid,
      save_number: 1,
      block_id: "long34",
      reason: "bytes",
    },
  ]);
  const { rows } = await sql<{ bytes: number }>`
    select octet_length(effects::text) as bytes from bot_turns t join bot_sessions s on s.id = t.session_id
    where s.bot_id = ${id} order by number desc limit 1`.execute(server.db.kysely);
  expect(rows[0]?.bytes).toBeLessThan(600_000);
});

test("A session that nobody has used for a year is deleted with its turns", async () => {
  const { id } = await openStory(createFlow({ start: [createAskBlock("a"), endBlock] }));
  const visitor = await visitStory(id);
  const { sessions } = createBotSessionsWithManualJobs(server);
  await sessions.prune();
  expect(await visitor.all()).toHaveLength(1);
  await sql`update bot_sessions set last_at = now() - interval '366 days' where bot_id = ${id}`.execute(
    server.db.kysely,
  );
  expect(await sessions.prune()).toBe(1);
  const { rows } = await sql`select from bot_sessions where bot_id = ${id}`.execute(server.db.kysely);
  expect(rows).toEqual([]);
});
