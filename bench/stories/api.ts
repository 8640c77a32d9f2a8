import { createBotFlow, publishBotFlow, setBotFlowEnabled } from "@kakehashi/contract/bot-flows";
import { createBot } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import { type Endpoint, fillPath } from "@kakehashi/contract/kit/endpoint";
import type { BenchServer } from "../server.ts";

/** A signed-in person who sends API requests. */
export interface ApiCaller {
  readonly url: string;
  readonly token: string;
}

export const createApiCaller = ({ url }: BenchServer, { token }: { token: string }): ApiCaller => ({
  url,
  token,
});

/** Sends an API request. Throws if the response reports an error. */
export async function callApi<T>(
  { url, token }: ApiCaller,
  endpoint: Endpoint,
  params: object,
  body: object,
): Promise<T> {
  const response = await fetch(`${url}/api${fillPath(endpoint.path, params as Record<string, string>)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(endpoint.method !== "GET" && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${endpoint.path}: ${await response.text()}`);
  return (await response.json()).data;
}

/** Creates a bot that runs this story in the web widget. */
export async function createStory(
  apiCaller: ApiCaller,
  draft: Flow,
): Promise<{ botId: string; storyId: string }> {
  const body = { name: "Bench", languages: ["en"], platforms: ["WEB"] };
  const { id } = await callApi<{ id: string }>(apiCaller, createBot, {}, body);
  const story = await callApi<{ id: string }>(apiCaller, createBotFlow, { id }, { name: "Bench", draft });
  return { botId: id, storyId: story.id };
}

export async function publishStory(
  apiCaller: ApiCaller,
  { botId, storyId }: { botId: string; storyId: string },
): Promise<void> {
  const params = { id: botId, fid: storyId };
  await callApi(apiCaller, publishBotFlow, params, { revision: 1 });
  await callApi(apiCaller, setBotFlowEnabled, params, { is_enabled: true });
}

const createTextBlock = (id: string): FlowBlock => ({
  id,
  type: "text",
  text: { en: `Block ${id} says {{answer}}` },
});
const storyVariables = [{ id: "v", name: "answer", initial: null }];

/** A story that repeats one question. Each answer of the visitor runs ten blocks, and then the bot asks again. */
export const tenBlockStory: Flow = {
  start: "g",
  groups: [
    {
      id: "g",
      title: "",
      x: 0,
      y: 0,
      blocks: [
        {
          id: "ask",
          type: "ask",
          answer: { kind: "text", minimum: 1, maximum: 100 },
          text: { en: "What next?" },
          variable_id: "v",
          retry: {},
          tries: 3,
        },
        ...["a", "b", "c", "d"].map(createTextBlock),
        { id: "tag", type: "tag", tag: "bench", remove: false },
        { id: "set", type: "set", variable_id: "v", operation: "text", value: "{{answer}}" },
        ...["e", "f", "h"].map(createTextBlock),
      ],
    },
  ],
  edges: [{ id: "back", from: { block_id: "h" }, to: { group_id: "g" } }],
  variables: storyVariables,
};
