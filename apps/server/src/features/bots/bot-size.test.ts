import { changeBotFlow, createBotFlow, getBotFlow } from "@kakehashi/contract/bot-flows";
import { createBotPhrase } from "@kakehashi/contract/bot-phrases";
import { createBot, exportBot, importBot } from "@kakehashi/contract/bots";
import { maximumBotContentBytes, maximumExportedBotBytes } from "@kakehashi/contract/flows/file";
import { flowLimits, flowTextLimits } from "@kakehashi/contract/flows/limits";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { expect, test } from "vitest";
import { createFlow, endBlock } from "../../test/bots.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;
const serverUrl = await server.listen();

/** A story of nearly the maximum size. Each Japanese character of the story's texts takes three bytes. */
const textBytes = 3 * flowTextLimits.text;
const largestStory = createFlow({
  start: [
    ...Array.from({ length: Math.floor((flowLimits.bytes - 2_000) / (textBytes + 100)) }, (_, index) => ({
      id: `b${index}`,
      type: "text" as const,
      text: { ja: "語".repeat(flowTextLimits.text) },
    })),
    endBlock,
  ],
});

test("the largest bot that can be made can be exported and imported", async () => {
  const { data: bot } = await kenji.call(createBot, {
    body: { name: "語".repeat(200), languages: ["ja"], platforms: ["WEB"] },
  });
  const params = { id: bot.id };
  const storyIds: string[] = [];
  let refusal: { code: string } | undefined;
  while (!refusal) {
    const response = await kenji.call(createBotFlow, { params, body: { name: "x", draft: largestStory } });
    refusal = response.error;
    if (!refusal) storyIds.push(response.data.id);
  }
  expect(refusal.code).toBe("BOT.TOO_LARGE");
  expect(storyIds.length).toBeGreaterThan(10);
  // The stories take nearly all bytes that the bot may have. Fill the rest with phrases.
  const answerTarget = { kind: "answer", text: { ja: "語".repeat(flowTextLimits.text) } };
  for (refusal = undefined; !refusal; )
    refusal = (
      await kenji.call(createBotPhrase, {
        params,
        body: { kind: "contains", keywords: ["a"], target: answerTarget },
      })
    ).error;
  expect(refusal.code).toBe("BOT.TOO_LARGE");

  const response = await fetch(`${serverUrl}/api${fillPath(exportBot.path, params)}`, {
    headers: { authorization: `Bearer ${kenji.tokens.access_token}` },
  });
  const text = await response.text();
  const bytes = Buffer.byteLength(text);
  expect(bytes).toBeGreaterThan(maximumBotContentBytes * 0.98);
  expect(bytes).toBeLessThan(maximumExportedBotBytes);
  const importResponse = await kenji.call(importBot, { body: JSON.parse(text) });
  expect(importResponse.error).toBeUndefined();
  expect(importResponse.data.flow_count).toBe(storyIds.length);

  // An editor can still make a full bot smaller.
  const storyParams = { ...params, fid: storyIds[0] ?? "" };
  const { data: story } = await kenji.call(getBotFlow, { params: storyParams });
  const smallerStoryBody = { draft: createFlow({ start: [endBlock] }), revision: story.revision };
  expect((await kenji.call(changeBotFlow, { params: storyParams, body: smallerStoryBody })).status).toBe(200);
});
