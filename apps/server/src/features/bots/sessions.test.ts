import { createServer } from "node:http";
import { createBotFlow, enableBotFlow, publishBotFlow, removeBotFlow } from "@kakehashi/contract/bot-flows";
import { listVisit, sendToBot, startVisit, visitorTokenHeader } from "@kakehashi/contract/bot-visitors";
import { changeBot, createBot, removeBot } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { type FlowSession, newSession } from "@kakehashi/contract/flows/session";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { call } from "../../test/app.ts";
import { openWorld } from "../../test/open-world.ts";
import { runEvent } from "./run-event.ts";
import * as store from "./session-store.ts";
import { createSessions, timerJob } from "./sessions.ts";

/** Another server that stories call: it answers what the path says. */
let calls: { url: string; key: string; body: string }[] = [];
const outside = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  calls.push({
    url: request.url ?? "",
    key: String(request.headers["idempotency-key"]),
    body: Buffer.concat(chunks).toString(),
  });
  if (request.url?.startsWith("/redirect")) response.writeHead(302, { location: "/ok" }).end();
  else if (request.url?.startsWith("/huge")) {
    response.writeHead(200);
    const more = () => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  } else if (!request.url?.startsWith("/never")) response.end('{"time":"10:00"}');
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  const address = outside.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  outside.closeAllConnections();
  outside.close();
});

const { server, world } = await openWorld({
  linkPreviews: (address, to) => address === "127.0.0.1" && to === port,
});
const { kenji } = world;

const say = (id: string, text = id): FlowBlock => ({ id, type: "text", text: { en: text, ja: `${text}。` } });
const ask = (id: string): FlowBlock => ({
  id,
  type: "ask",
  answer: { kind: "text", minimum: 1, maximum: 1_000 },
  text: { en: `${id}?`, ja: `${id}？` },
  variable_id: "n",
  retry: {},
  tries: 3,
});
const request = (path: string): FlowBlock => ({
  id: "r",
  type: "request",
  method: "POST",
  address: path.startsWith("http") ? path : `http://127.0.0.1:${port}${path}`,
  headers: [{ name: "Host", value: "evil.example" }],
  body: '{"name":"{{n}}"}',
  timeout_seconds: 1,
  saves: [{ path: "time", variable_id: "n" }],
});
const draw = (
  groups: Record<string, FlowBlock[]>,
  edges: [from: string, to: string, item?: string][] = [],
): Flow => ({
  start: "start",
  groups: Object.entries(groups).map(([id, blocks]) => ({ id, title: "", x: 0, y: 0, blocks })),
  edges: edges.map(([from, to, item], index) => ({
    id: `e${index}`,
    from: { block_id: from, ...(item && { item_id: item }) },
    to: { group_id: to },
  })),
  variables: [{ id: "n", name: "n", initial: null }],
});
const end: FlowBlock = { id: "end", type: "end" };

/** A bot on the web whose first story is this one, published and switched on. */
async function open(draft: Flow): Promise<{ id: string; fid: string }> {
  const { data: bot } = await kenji.call(createBot, {
    body: { name: "Salon", languages: ["en", "ja"], platforms: ["WEB"] },
  });
  const params = { id: bot.id };
  const { data: story } = await kenji.call(createBotFlow, { params, body: { name: "x", draft } });
  const of = { ...params, fid: story.id };
  const published = await kenji.call(publishBotFlow, { params: of, body: { revision: 1 } });
  expect(published.error).toBeUndefined();
  await kenji.call(enableBotFlow, { params: of, body: { is_enabled: true } });
  return of;
}

async function visit(bot_id: string, language = "en") {
  const { data, status } = await call(server.app, startVisit, { params: { bot_id }, body: { language } });
  expect(status).toBe(200);
  const headers = { [visitorTokenHeader]: data.token };
  const send = (body: object) =>
    call(server.app, sendToBot, { params: { bot_id }, headers, body: { client_id: newId(), ...body } });
  const list = async (since = 0) =>
    (await call(server.app, listVisit, { params: { bot_id }, headers, query: { since: String(since) } }))
      .data;
  const texts = ({ said }: { said: { kind: string }[] }) =>
    said.map((message) => ("text" in message ? message.text : message.kind));
  return {
    token: data.token,
    first: data.messages.flatMap(texts),
    send,
    write: async (content: string) => (await send({ content })).data.messages.flatMap(texts),
    list,
    all: async () => (await list()).messages.map((turn) => [turn.content, ...texts(turn)]),
  };
}

test("A visitor talks to a bot in their language, and reads it all again", async () => {
  const { id } = await open(draw({ start: [say("Hello"), ask("name"), say("Thanks", "Thanks {{n}}"), end] }));
  const visitor = await visit(id, "ja");
  expect(visitor.first).toEqual(["Hello。", "name？"]);
  expect(await visitor.write("愛子")).toEqual(["Thanks 愛子。"]);
  // What nobody listens to is kept.
  expect(await visitor.write("もしもし")).toEqual([]);
  expect(await visitor.all()).toEqual([[null, "Hello。", "name？"], ["愛子", "Thanks 愛子。"], ["もしもし"]]);
  // A language that the bot does not speak is answered in its first.
  expect((await visit(id, "vi")).first).toEqual(["Hello", "name?"]);
});

test("The same message again, five times at once, is one turn", async () => {
  const { id } = await open(draw({ start: [ask("a"), say("b")], again: [ask("c"), end] }, [["b", "again"]]));
  const visitor = await visit(id);
  const client_id = newId();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => visitor.send({ client_id, content: "x" })),
  );
  for (const { data } of answers) expect(data).toEqual(answers[0]?.data);
  expect(await visitor.all()).toEqual([
    [null, "a?"],
    ["x", "b", "c?"],
  ]);
});

test("A bot that is switched off, archived, deleted or not on the web, and another token, are not found", async () => {
  const { id, fid } = await open(draw({ start: [say("a"), end] }));
  const visitor = await visit(id);
  const begin = () => call(server.app, startVisit, { params: { bot_id: id }, body: { language: "en" } });
  const read = (bot_id: string, token: string) =>
    call(server.app, listVisit, { params: { bot_id }, headers: { [visitorTokenHeader]: token } });
  expect((await read(id, "other")).status).toBe(404);
  const other = await open(draw({ start: [say("a"), end] }));
  expect((await read(other.id, visitor.token)).status).toBe(404);
  const set = (body: object) => kenji.call(changeBot, { params: { id }, body });
  await set({ platforms: ["MESSENGER"] });
  expect((await begin()).status).toBe(404);
  await set({ platforms: ["WEB"], archived: true });
  expect((await begin()).status).toBe(404);
  expect((await visitor.send({ content: "x" })).error?.code).toBe("BOT.ARCHIVED");
  await set({ archived: false });
  await kenji.call(enableBotFlow, { params: { id, fid }, body: { is_enabled: false } });
  expect((await begin()).status).toBe(404);
  await kenji.call(removeBot, { params: { id } });
  expect((await read(id, visitor.token)).status).toBe(404);
});

test("A session goes on with the version that it began, also when its story is deleted", async () => {
  const { id, fid } = await open(draw({ start: [ask("old"), say("still", "still old"), end] }));
  const visitor = await visit(id);
  await kenji.call(removeBotFlow, { params: { id, fid } });
  expect(await visitor.write("x")).toEqual(["still old"]);
});

test("A wait goes on by a job", async () => {
  const wait: FlowBlock = { id: "w", type: "wait", seconds: 1 };
  const { id } = await open(draw({ start: [say("a"), wait, say("b"), end] }));
  const visitor = await visit(id);
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
])("A request to a server that %s goes on", async (_, path, said) => {
  calls = [];
  const flow = draw(
    {
      start: [ask("q"), request(path), say("ok", "at {{n}}"), end],
      bad: [say("failed"), { ...end, id: "e2" }],
    },
    [["r", "bad", "else"]],
  );
  const { id } = await open(flow);
  const visitor = await visit(id);
  await visitor.write('An "x"');
  await expect.poll(visitor.all).toEqual([[null, "q?"], ['An "x"'], [null, said]]);
  if (path === "/ok")
    expect(calls).toEqual([{ url: "/ok", key: expect.any(String), body: '{"name":"An \\"x\\""}' }]);
  if (path === "/redirect") expect(calls.map(({ url }) => url)).toEqual(["/redirect"]);
});

test.each([
  ["nothing", { content: " " }, "content"],
  ["more than 10,000 characters", { content: "x".repeat(10_001) }, "content"],
  ["an item that cannot be one", { choice: "a b" }, "choice"],
])("A message with %s is refused at its field", async (_, body, field) => {
  const { id } = await open(draw({ start: [ask("a"), end] }));
  const { status, error } = await (await visit(id)).send(body);
  expect({ status, fields: Object.keys(error?.fields ?? {}) }).toEqual({ status: 422, fields: [field] });
});

test("A visitor who sends without a pause is slowed, and goes on later", async () => {
  const { id } = await open(draw({ start: [ask("a")] }, [["a", "start"]]));
  const visitor = await visit(id);
  const statuses: number[] = [];
  for (let index = 0; index < 62; index++) statuses.push((await visitor.send({ content: "x" })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  await sql`update bot_turns set created_at = created_at - interval '1 minute'`.execute(server.db.kysely);
  expect((await visitor.send({ content: "x" })).status).toBe(200);
});

/** Turns without the server's own jobs, so that a test decides when a job runs, and when a process dies. */
function alone() {
  const works = new Map<string, (data: object, attempt: number) => Promise<void>>();
  const sent: { name: string; data: object }[] = [];
  let diesAt = Number.POSITIVE_INFINITY;
  const jobs = {
    define: (name: string, work: (data: object, attempt: number) => Promise<void>) => works.set(name, work),
    send: async (_: unknown, name: string, data: object) => {
      if (sent.length >= diesAt) throw new Error("The process died before its commit.");
      sent.push({ name, data });
    },
  } as unknown as Jobs;
  const sessions = createSessions({ db: server.db.kysely, jobs });
  return {
    sessions,
    sent,
    run: (name: string, data: object) => works.get(name)?.(data, 1),
    dieNext: () => {
      diesAt = sent.length;
    },
    live: () => {
      diesAt = Number.POSITIVE_INFINITY;
    },
  };
}

/** What a session's turns say when they are played again from the beginning. */
async function replay(sessionId: string): Promise<{ session: FlowSession; effects: unknown[] }> {
  const db = server.db.kysely;
  let session: FlowSession = newSession("en");
  const effects: unknown[] = [];
  for (const turn of await store.listTurns(db, sessionId, 0, 1_000)) {
    const places = await Promise.all(
      turn.ran.map(async (save) => {
        const flow = await store.findSavedFlow(db, save);
        if (!flow) throw new Error("A published save is gone.");
        return { flowId: save.flow_id, version: { flow, languages: ["en" as const, "ja" as const] } };
      }),
    );
    const [first, ...jumped] = places;
    if (!first) throw new Error("A turn ran nothing.");
    const result = await runEvent(first, session, turn.event, async () => jumped.shift() ?? null);
    session = result.session;
    effects.push(result.effects);
  }
  return { session, effects };
}

test("Whenever the process dies, no turn is lost or comes twice, and a replay says the same", async () => {
  const wait: FlowBlock = { id: "w", type: "wait", seconds: 60 };
  const first = [ask("q"), say("got", "got {{n}}"), wait, say("next")];
  const second = [ask("q2"), say("got2", "and {{n}}"), { ...wait, id: "w2" }, end];
  const { id } = await open(draw({ start: first, again: second }, [["next", "again"]]));
  const process = alone();
  const { token } = await process.sessions.start(id, "en");
  const { rows } = await sql<{ id: string }>`
    select id from bot_sessions where bot_id = ${id}`.execute(server.db.kysely);
  const sessionId = rows[0]?.id ?? "";
  for (const content of ["one", "two"]) {
    const message = { client_id: newId(), content, choice: null };
    process.dieNext();
    await expect(process.sessions.send(id, token, message)).rejects.toThrow("died");
    process.live();
    // Its answer was lost, so the visitor's browser sends it again.
    await process.sessions.send(id, token, message);
    await process.sessions.send(id, token, message);
    const timer = process.sent.at(-1);
    expect(timer?.name).toBe(timerJob);
    await Promise.all([1, 2, 3].map(() => process.run(timerJob, timer?.data ?? {})));
  }
  const { messages } = await process.sessions.list(id, token, 0);
  const transcript = messages.map(({ content, said }) => [
    content,
    ...said.map((one) => "text" in one && one.text),
  ]);
  expect(transcript).toEqual([
    [null, "q?"],
    ["one", "got one"],
    [null, "next", "q2?"],
    ["two", "and two"],
    [null],
  ]);
  const again = await replay(sessionId);
  const turns = await store.listTurns(server.db.kysely, sessionId, 0, 1_000);
  expect(again.effects).toEqual(turns.map(({ effects }) => effects));
  const stored = await server.db.kysely.transaction().execute((tx) => store.lockSession(tx, sessionId));
  expect(again.session).toEqual(stored?.state);
});

test("A session that nobody has used for a year is deleted with its turns", async () => {
  const { id } = await open(draw({ start: [ask("a"), end] }));
  const visitor = await visit(id);
  const { sessions } = alone();
  await sessions.prune();
  expect(await visitor.all()).toHaveLength(1);
  await sql`update bot_sessions set last_at = now() - interval '366 days' where bot_id = ${id}`.execute(
    server.db.kysely,
  );
  expect(await sessions.prune()).toBe(1);
  const { rows } = await sql`select from bot_sessions where bot_id = ${id}`.execute(server.db.kysely);
  expect(rows).toEqual([]);
});
