import { getLivechat } from "@kakehashi/contract/bot-livechat";
import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import {
  listVisitorTurns,
  reportVisitorSeen,
  reportVisitorTyping,
  visitorTokenHeaderName,
} from "@kakehashi/contract/bot-visitors";
import { listConversationMembers } from "@kakehashi/contract/conversation-members";
import { reportIsTyping } from "@kakehashi/contract/conversations";
import { sendMessage } from "@kakehashi/contract/messages";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { createWaitingTalk } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import { connectAndSubscribe } from "../../test/stomp.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh } = testPeople;
const serverUrl = await server.listen();

async function openAnsweredTalk() {
  const talk = await createWaitingTalk(server, { kenji, linh });
  const { id, cid, params, visitor } = talk;
  const headers = { [visitorTokenHeaderName]: visitor.token };
  const visitParams = { params: { bot_id: id }, headers };
  return {
    ...talk,
    claim: () => linh.call(claimLivechat, { params }),
    write: async (content: string) =>
      (await linh.call(sendMessage, { params: { id: cid }, body: { client_id: newId(), content } })).data,
    typing: (token = visitor.token) =>
      callApi(server.app, reportVisitorTyping, {
        ...visitParams,
        headers: { [visitorTokenHeaderName]: token },
      }),
    see: (message_id: string) =>
      callApi(server.app, reportVisitorSeen, { ...visitParams, body: { message_id } }),
    wait: (sinceNumber: number, seq: number) =>
      callApi(server.app, listVisitorTurns, {
        ...visitParams,
        query: { since: String(sinceNumber), seq: String(seq), wait: "true" },
      }),
  };
}

test("People see that the visitor writes, as long as somebody answers", async () => {
  const { cid, params, claim, typing } = await openAnsweredTalk();
  expect((await typing()).data).toEqual({ told: false });
  await claim();
  const client = await connectAndSubscribe(serverUrl, linh);
  const typingEvent = client.waitForEvent(
    (event) => event.type === "TYPING" && event.conversation_id === cid,
  );
  expect((await typing()).data).toEqual({ told: true });
  const { data: talk } = await linh.call(getLivechat, { params });
  expect(await typingEvent).toMatchObject({ user_id: talk.visitor.id, parent_id: null });
  expect((await typing("other")).status).toBe(404);
  await linh.call(closeLivechat, { params, body: {} });
  expect((await typing()).data).toEqual({ told: false });
});

test("People see up to which message the visitor has read", async () => {
  const { cid, claim, write, see } = await openAnsweredTalk();
  await claim();
  const firstMessage = await write("Hello");
  await write("Are you there?");
  expect((await see(firstMessage.id)).status).toBe(200);
  const readNumbers = async () =>
    (await linh.call(listConversationMembers, { params: { id: cid } })).data.map(
      ({ read_number }) => read_number,
    );
  expect(await readNumbers()).toContain(firstMessage.number);
  expect((await see(newId())).status).toBe(404);
  const otherTalk = await openAnsweredTalk();
  await otherTalk.claim();
  expect((await see((await otherTalk.write("x")).id)).status).toBe(404);
});

test("The visitor sees that a person writes, and their own writing ends no call that waits", async () => {
  const { cid, claim, typing, visitor, wait } = await openAnsweredTalk();
  await claim();
  const { messages, people } = await visitor.list();
  expect(people?.is_typing).toBe(false);
  let isAnswered = false;
  const waitingCall = wait(messages.length, people?.seq ?? 0).then((response) => {
    isAnswered = true;
    return response;
  });
  await typing();
  const reportTyping = () => linh.call(reportIsTyping, { params: { id: cid }, body: {} });
  // The page's first long poll may begin after the agent's first typing report, and then misses it. So the agent's
  // client repeats the report, as a browser does.
  await expect
    .poll(async () => {
      if (!isAnswered) await reportTyping();
      return isAnswered;
    })
    .toBe(true);
  expect((await waitingCall).data.people).toMatchObject({ is_typing: true, messages: [] });
});
