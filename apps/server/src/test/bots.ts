import { createBotFlow, publishBotFlow, setBotFlowEnabled } from "@kakehashi/contract/bot-flows";
import { isPrivateHost, parseUrlHost } from "@kakehashi/contract/bot-requests";
import {
  listVisitorTurns,
  sendToBot,
  startVisit,
  visitorTokenHeaderName,
} from "@kakehashi/contract/bot-visitors";
import { changeBot, createBot } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Executor } from "../kit/db/database.ts";
import { newId } from "../kit/ids.ts";
import { callApi, type TestApp } from "./app.ts";
import type { TestPerson } from "./world.ts";

export const createSayBlock = (id: string, text = id): FlowBlock => ({
  id,
  type: "text",
  text: { en: text, ja: `${text}。` },
});
export const createAskBlock = (id: string): FlowBlock => ({
  id,
  type: "ask",
  answer: { kind: "text", minimum: 1, maximum: 1_000 },
  text: { en: `${id}?`, ja: `${id}？` },
  variable_id: "n",
  retry: {},
  tries: 3,
});
export const createFlow = (
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
export const endBlock: FlowBlock = { id: "end", type: "end" };

/** Returns the hosts to which the blocks of a bot's story send requests. */
const requestHostsOf = ({ groups }: Flow): string[] => [
  ...new Set(
    groups.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === "request" ? (parseUrlHost(block.address) ?? []) : [])),
    ),
  ),
];

const placeholderHost = "stand-in.example";

/**
 * Changes a bot's published story so that it sends its requests to servers of the test. Such a server has a private
 * address, and a story with a private address cannot be published. So the test first publishes the story with another
 * host.
 */
async function pointStoryAtTestServer(
  db: Executor,
  { id, fid }: { id: string; fid: string },
  host: string,
): Promise<void> {
  await sql`
    update bot_flow_saves set flow = replace(flow::text, ${placeholderHost}, ${host})::jsonb where flow_id = ${fid}`.execute(
    db,
  );
  await sql`
    update bots set request_hosts = array_replace(request_hosts, ${placeholderHost}, ${host}) where id = ${id}`.execute(
    db,
  );
}

/**
 * Creates a bot on the web with this start story, publishes it, and switches it on. `db` is needed only if the story
 * sends requests to a server of the test.
 */
export async function createPublishedBot(
  maker: TestPerson,
  flow: Flow,
  db?: Executor,
): Promise<{ id: string; fid: string }> {
  const testServerHost = requestHostsOf(flow).find(isPrivateHost);
  const draft: Flow = testServerHost
    ? JSON.parse(JSON.stringify(flow).replaceAll(`//${testServerHost}`, `//${placeholderHost}`))
    : flow;
  const { data: bot } = await maker.call(createBot, {
    body: { name: "Salon", languages: ["en", "ja"], platforms: ["WEB"] },
  });
  const params = { id: bot.id };
  const request_hosts = requestHostsOf(draft);
  if (request_hosts.length > 0) await maker.call(changeBot, { params, body: { request_hosts } });
  const { data: story } = await maker.call(createBotFlow, { params, body: { name: "x", draft } });
  const storyParameters = { ...params, fid: story.id };
  const publishResponse = await maker.call(publishBotFlow, {
    params: storyParameters,
    body: { revision: 1 },
  });
  expect(publishResponse.error).toBeUndefined();
  await maker.call(setBotFlowEnabled, { params: storyParameters, body: { is_enabled: true } });
  if (testServerHost && db) await pointStoryAtTestServer(db, storyParameters, testServerHost);
  return storyParameters;
}

/**
 * Opens the bot's page as a new visitor. Pass the token of an earlier session for a visitor who leaves that session and
 * starts again.
 */
export async function visitBot(
  server: TestApp,
  bot_id: string,
  language = "en",
  time_zone?: string,
  earlierSessionToken?: string,
) {
  const { data, status } = await callApi(server.app, startVisit, {
    params: { bot_id },
    ...(earlierSessionToken !== undefined && { headers: { [visitorTokenHeaderName]: earlierSessionToken } }),
    body: { language, ...(time_zone !== undefined && { time_zone }) },
  });
  expect(status).toBe(200);
  const headers = { [visitorTokenHeaderName]: data.token };
  const sendVisit = (body: object) =>
    callApi(server.app, sendToBot, { params: { bot_id }, headers, body: { client_id: newId(), ...body } });
  const listNewMessages = async (sinceNumber = 0) =>
    (
      await callApi(server.app, listVisitorTurns, {
        params: { bot_id },
        headers,
        query: { since: String(sinceNumber) },
      })
    ).data;
  const textsOfTurn = ({ said }: { said: { kind: string }[] }) =>
    said.map((message) => ("text" in message ? message.text : message.kind));
  return {
    token: data.token,
    first: data.messages.flatMap(textsOfTurn),
    send: sendVisit,
    write: async (content: string) => (await sendVisit({ content })).data.messages.flatMap(textsOfTurn),
    list: listNewMessages,
    all: async () => (await listNewMessages()).messages.map((turn) => [turn.content, ...textsOfTurn(turn)]),
  };
}
