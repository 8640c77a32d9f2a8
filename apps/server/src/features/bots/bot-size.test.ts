import { changeBotFlow, createBotFlow, getBotFlow } from "@kakehashi/contract/bot-flows";
import { createBotPhrase } from "@kakehashi/contract/bot-phrases";
import { createBot, exportBot, importBot } from "@kakehashi/contract/bots";
import { maximumBotFileBytes, maximumBotTextBytes } from "@kakehashi/contract/flows/file";
import { flowLimits, textLimits } from "@kakehashi/contract/flows/limits";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { expect, test } from "vitest";
import { draw, end } from "../../test/bots.ts";
import { openWorld } from "../../test/open-world.ts";

const { server, world } = await openWorld();
const { kenji } = world;
const url = await server.listen();

/** A story of nearly the maximum size. Each Japanese character of its texts takes three bytes. */
const textBytes = 3 * textLimits.text;
const largest = draw({
  start: [
    ...Array.from({ length: Math.floor((flowLimits.bytes - 2_000) / (textBytes + 100)) }, (_, index) => ({
      id: `b${index}`,
      type: "text" as const,
      text: { ja: "語".repeat(textLimits.text) },
    })),
    end,
  ],
});

test("the largest bot that can be made can be exported and imported", async () => {
  const { data: bot } = await kenji.call(createBot, {
    body: { name: "語".repeat(200), languages: ["ja"], platforms: ["WEB"] },
  });
  const params = { id: bot.id };
  const stories: string[] = [];
  let refused: { code: string } | undefined;
  while (!refused) {
    const answer = await kenji.call(createBotFlow, { params, body: { name: "x", draft: largest } });
    refused = answer.error;
    if (!refused) stories.push(answer.data.id);
  }
  expect(refused.code).toBe("BOT.TOO_LARGE");
  expect(stories.length).toBeGreaterThan(10);
  // The stories leave some bytes of the bot free: fill these bytes with phrases.
  const answer = { kind: "answer", text: { ja: "語".repeat(textLimits.text) } };
  for (refused = undefined; !refused; )
    refused = (
      await kenji.call(createBotPhrase, {
        params,
        body: { kind: "contains", keywords: ["a"], target: answer },
      })
    ).error;
  expect(refused.code).toBe("BOT.TOO_LARGE");

  const response = await fetch(`${url}/api${fillPath(exportBot.path, params)}`, {
    headers: { authorization: `Bearer ${kenji.tokens.access_token}` },
  });
  const text = await response.text();
  const bytes = Buffer.byteLength(text);
  expect(bytes).toBeGreaterThan(maximumBotTextBytes * 0.98);
  expect(bytes).toBeLessThan(maximumBotFileBytes);
  const imported = await kenji.call(importBot, { body: JSON.parse(text) });
  expect(imported.error).toBeUndefined();
  expect(imported.data.flow_count).toBe(stories.length);

  // An editor can still make a full bot smaller.
  const of = { ...params, fid: stories[0] ?? "" };
  const { data: story } = await kenji.call(getBotFlow, { params: of });
  const smaller = { draft: draw({ start: [end] }), revision: story.revision };
  expect((await kenji.call(changeBotFlow, { params: of, body: smaller })).status).toBe(200);
});
