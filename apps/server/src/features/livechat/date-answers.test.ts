import { getLivechat } from "@kakehashi/contract/bot-livechat";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { expect, test } from "vitest";
import { createAskBlock, createFlow, createPublishedBot, endBlock, visitBot } from "../../test/bots.ts";
import { handoffBlock, readInbox } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji } = testPeople;

// Agents read a visitor's date in their own language. A text that only looks like a date stays as the visitor wrote it.
test("a talk names the variables that hold the answer to a question for a date", async () => {
  const dayQuestionBlock: FlowBlock = {
    ...createAskBlock("day"),
    type: "ask",
    answer: { kind: "date", earliest: null, latest: null },
    variable_id: "d",
  } as FlowBlock;
  const flow = createFlow({ start: [dayQuestionBlock, createAskBlock("code"), handoffBlock, endBlock] });
  flow.variables = [
    { id: "n", name: "code", initial: null },
    { id: "d", name: "day", initial: null },
  ];
  const { id } = await createPublishedBot(kenji, flow);
  const visitor = await visitBot(server, id, "en");
  await visitor.send({ content: "2026-12-24" });
  await visitor.send({ content: "2026-12-25" });
  const cid = (await readInbox(kenji, id, "waiting")).data[0]?.conversation_id ?? "";
  const { data } = await kenji.call(getLivechat, { params: { id, cid } });
  expect(data.variables).toEqual([
    { name: "day", value: "2026-12-24" },
    { name: "code", value: "2026-12-25" },
  ]);
  expect(data.date_variables).toEqual(["day"]);
});
