import { listLivechats } from "@kakehashi/contract/bot-livechat";
import { setBotPerson } from "@kakehashi/contract/bots";
import type { FlowBlock } from "@kakehashi/contract/flows/blocks";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { TestApp } from "./app.ts";
import {
  createAskBlock,
  createFlow,
  createPublishedBot,
  createSayBlock,
  endBlock,
  visitBot,
} from "./bots.ts";
import type { TestPeople, TestPerson } from "./world.ts";

export const handoffBlock: FlowBlock = {
  id: "h",
  type: "handoff",
  text: { en: "One moment.", ja: "お待ちください。" },
};
export const handoffStory = createFlow({
  start: [
    createSayBlock("Hello"),
    createAskBlock("name"),
    handoffBlock,
    createSayBlock("Bye"),
    createAskBlock("more"),
    endBlock,
  ],
});

export const readInbox = async (person: TestPerson, botId: string, talkState: string) =>
  person.call(listLivechats, { params: { id: botId }, query: { state: talkState } });

/**
 * Creates a bot of the test person Kenji, with Linh as its agent. A visitor writes one reply, and the bot then hands
 * the chat over to people. The chat now waits in Linh's inbox.
 */
export async function createWaitingTalk(
  server: TestApp,
  { kenji, linh }: Pick<TestPeople, "kenji" | "linh">,
  {
    flow = handoffStory,
    answer = "Aiko",
    language = "en",
  }: { flow?: Flow; answer?: string; language?: string } = {},
) {
  const { id } = await createPublishedBot(kenji, flow);
  await kenji.call(setBotPerson, { params: { id, user_id: linh.id }, body: { part: "AGENT" } });
  const visitor = await visitBot(server, id, language);
  await visitor.send({ content: answer });
  const cid = (await readInbox(linh, id, "waiting")).data[0]?.conversation_id ?? "";
  return { id, cid, params: { id, cid }, visitor };
}
