import { getLivechat } from "@kakehashi/contract/bot-livechat";
import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAskBlock, createFlow, createSayBlock, endBlock } from "../../test/bots.ts";
import { createWaitingTalk, handoffBlock } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();
const { linh } = testPeople;
const waitBlock: FlowBlock = { id: "w", type: "wait", seconds: 1 };

test("A story that waits says nothing while a person has taken the talk again, and goes on afterwards", async () => {
  const flow = createFlow({
    start: [
      createAskBlock("name"),
      handoffBlock,
      createSayBlock("Bye"),
      waitBlock,
      createSayBlock("Later"),
      endBlock,
    ],
  });
  const { params, visitor } = await createWaitingTalk(server, testPeople, { flow });
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: { resume: true } });
  const claimResponse = await linh.call(claimLivechat, { params });
  expect(claimResponse.data.can_resume).toBe(true);
  const listTimerStates = async () => {
    const { rows } = await sql<{ state: string }>`
      select state::text from pgboss.job where name = 'bots.timer'`.execute(server.db.kysely);
    return rows.map(({ state }) => state);
  };
  await expect.poll(listTimerStates, { timeout: 10_000 }).toEqual(["completed"]);
  const listTexts = async () => (await visitor.all()).flat();
  expect(await listTexts()).not.toContain("Later");
  await visitor.send({ content: "Are you still there?" });
  const { messages } = (await linh.call(getLivechat, { params })).data;
  expect(messages.at(-1)?.content).toBe("Are you still there?");
  await linh.call(closeLivechat, { params, body: { resume: true } });
  await expect.poll(listTexts, { timeout: 10_000 }).toContain("Later");
});

test("A story that has ended cannot go on with the visitor", async () => {
  const { params, visitor } = await createWaitingTalk(server, testPeople, {
    flow: createFlow({ start: [createAskBlock("name"), handoffBlock, createSayBlock("Bye"), endBlock] }),
  });
  await linh.call(claimLivechat, { params });
  await linh.call(closeLivechat, { params, body: { resume: true } });
  expect((await visitor.all()).flat()).toContain("Bye");
  expect((await linh.call(claimLivechat, { params })).data.can_resume).toBe(false);
});
