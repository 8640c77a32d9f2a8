import { getLivechat } from "@kakehashi/contract/bot-livechat";
import {
  claimLivechat,
  closeLivechat,
  releaseLivechat,
  snoozeLivechat,
  undoLivechatHandOver,
} from "@kakehashi/contract/bot-livechat-steps";
import { listVisitorTurns, visitorTokenHeaderName } from "@kakehashi/contract/bot-visitors";
import { removeBotPerson, setBotPerson } from "@kakehashi/contract/bots";
import { getConversationChanges } from "@kakehashi/contract/conversation-sync";
import { getConversation } from "@kakehashi/contract/conversations";
import type { SystemLine } from "@kakehashi/contract/lines";
import { listMessages, sendMessage } from "@kakehashi/contract/messages";
import { listNotifications } from "@kakehashi/contract/notifications";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { createWaitingTalk, readInbox } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import type { TestPerson } from "../../test/world.ts";

// Kenji owns the bot. Linh and An are its agents.

const { server, testPeople } = await setUpTestServer();
const { kenji, linh, an, minh } = testPeople;

async function openTalkOfThree() {
  const talk = await createWaitingTalk(server, testPeople);
  const { id, cid, params, visitor } = talk;
  await kenji.call(setBotPerson, { params: { id, user_id: an.id }, body: { part: "AGENT" } });
  const viewTalk = async (person: TestPerson) => (await person.call(getLivechat, { params })).data;
  return {
    ...talk,
    view: viewTalk,
    agentName: async () => (await viewTalk(kenji)).agent?.name ?? null,
    claim: (person: TestPerson) => person.call(claimLivechat, { params }),
    handOver: (from: TestPerson, to: TestPerson | null) =>
      from.call(releaseLivechat, { params, body: { user_id: to?.id ?? null } }),
    takeBack: (person: TestPerson) => person.call(undoLivechatHandOver, { params }),
    close: (person: TestPerson, shouldResume = false) =>
      person.call(closeLivechat, { params, body: { resume: shouldResume } }),
    write: async (person: TestPerson, kind?: "NOTE") =>
      (
        await person.call(sendMessage, {
          params: { id: cid },
          body: { client_id: newId(), content: "Hello", ...(kind && { kind }) },
        })
      ).data,
    lines: async (person: TestPerson) =>
      (await person.call(listMessages, { params: { id: cid } })).meta.lines,
    read: async () =>
      (
        await callApi(server.app, listVisitorTurns, {
          params: { bot_id: id },
          headers: { [visitorTokenHeaderName]: visitor.token },
          query: { since: "0", seq: "0" },
        })
      ).data,
  };
}

/** Formats a system line as text for comparison: who acted, what happened, and who was concerned. */
function formatSystemLine({ kind, actor_id, user_ids }: SystemLine): string {
  const findPersonKey = (id: string) =>
    Object.entries(testPeople).find(([, person]) => person.id === id)?.[0];
  return [actor_id && findPersonKey(actor_id), kind, ...user_ids.map(findPersonKey)]
    .filter(Boolean)
    .join(" ");
}

test("each step of a chat leaves one line in it, which its people read and the visitor never gets", async () => {
  const talk = await openTalkOfThree();
  await talk.claim(linh);
  const { seq: sinceSeq } = (await linh.call(getConversation, { params: { id: talk.cid } })).data;
  await talk.handOver(linh, an);
  await talk.handOver(kenji, kenji);
  await talk.handOver(kenji, null);
  await talk.claim(an);
  await talk.close(an);
  await talk.claim(an);
  await talk.close(an, true);
  const texts = [
    "linh TALK_TAKEN",
    "linh TALK_HANDED_OVER an",
    "kenji TALK_TAKEN_OVER an",
    "kenji TALK_WAITING",
    "an TALK_TAKEN",
    "an TALK_CLOSED",
    "an TALK_TAKEN",
    "an TALK_TO_BOT",
  ];
  const lines = await talk.lines(linh);
  expect(lines.map(formatSystemLine)).toEqual(texts);
  // A person who works on the bot and is no member of the conversation gets the system lines with the newest messages.
  await kenji.call(setBotPerson, { params: { id: talk.id, user_id: minh.id }, body: { part: "AGENT" } });
  expect((await talk.view(minh)).lines).toEqual(lines);
  const { data } = await linh.call(getConversationChanges, {
    params: { id: talk.cid },
    query: { since: String(sinceSeq) },
  });
  expect(data.lines.map(formatSystemLine)).toEqual(texts.slice(1));
  const visit = await talk.read();
  expect(visit.people?.messages).toEqual([]);
  const page = JSON.stringify(visit);
  for (const person of [kenji, linh, an]) expect(page).not.toContain(person.id);
  expect(page).not.toContain("TALK_");
});

test("a line is neither unread nor the last message", async () => {
  const talk = await openTalkOfThree();
  await talk.claim(linh);
  const viewConversation = async () => (await linh.call(getConversation, { params: { id: talk.cid } })).data;
  const talkBefore = await viewConversation();
  await talk.handOver(linh, an);
  const talkAfter = await viewConversation();
  expect(talkAfter).toMatchObject({
    unread_count: 0,
    mention_count: 0,
    last_message: talkBefore.last_message,
  });
  expect((await an.call(getConversation, { params: { id: talk.cid } })).data.unread_count).toBe(0);
});

test("a step that is sent again leaves no second line", async () => {
  const talk = await openTalkOfThree();
  for (const _ of [1, 2]) await talk.claim(linh);
  for (const _ of [1, 2]) await talk.close(linh, true);
  for (const _ of [1, 2]) await talk.close(linh);
  expect((await talk.lines(linh)).map(formatSystemLine)).toEqual(["linh TALK_TAKEN", "linh TALK_TO_BOT"]);
});

test("a hand-over is taken back by who made it, and the notification of the other is read", async () => {
  const talk = await openTalkOfThree();
  await talk.claim(linh);
  await talk.handOver(linh, an);
  const readNotifications = async () =>
    (await an.call(listNotifications, { query: { type: "LIVECHAT_HANDED_OVER" } })).data
      .filter(({ data }) => data.conversation_id === talk.cid)
      .map(({ read }) => read);
  expect(await readNotifications()).toEqual([false]);
  for (const person of [an, kenji])
    expect((await talk.takeBack(person)).error?.code).toBe("BOT.NOT_TAKEN_BACK");
  expect((await talk.takeBack(minh)).status).toBe(404);
  const { data } = await talk.takeBack(linh);
  expect(data).toMatchObject({ state: "OPEN", agent: { id: linh.id } });
  expect(await readNotifications()).toEqual([true]);
  // Linh's client repeats the request, as it does if the first response was lost. The repeated request changes nothing.
  expect((await talk.takeBack(linh)).status).toBe(200);
  expect((await talk.lines(linh)).map(formatSystemLine)).toEqual([
    "linh TALK_TAKEN",
    "linh TALK_HANDED_OVER an",
    "linh TALK_TAKEN_BACK linh",
  ]);
  await talk.handOver(linh, an);
  expect(await talk.agentName()).toBe(an.name);
});

test("a chat that waits, and one that an owner took over, go back to who had them", async () => {
  const talk = await openTalkOfThree();
  await talk.claim(linh);
  await talk.handOver(linh, null);
  expect((await readInbox(kenji, talk.id, "waiting")).data).toHaveLength(1);
  await talk.takeBack(linh);
  expect((await readInbox(linh, talk.id, "mine")).data).toHaveLength(1);
  await talk.handOver(kenji, kenji);
  expect(await talk.agentName()).toBe(kenji.name);
  await talk.takeBack(kenji);
  expect(await talk.agentName()).toBe(linh.name);
  expect((await talk.lines(linh)).map(formatSystemLine).at(-1)).toBe("kenji TALK_TAKEN_BACK linh");
});

test.each<[string, (talk: Awaited<ReturnType<typeof openTalkOfThree>>) => Promise<unknown>]>([
  ["answered", (talk) => talk.write(an)],
  ["left a note", (talk) => talk.write(an, "NOTE")],
  [
    "replied in a thread",
    async (talk) => {
      const parent_id = (await talk.view(an)).messages[0]?.id;
      const body = { client_id: newId(), content: "Hello", parent_id };
      expect((await an.call(sendMessage, { params: { id: talk.cid }, body })).data.parent_id).toBe(parent_id);
    },
  ],
  ["handed it on", (talk) => talk.handOver(an, kenji)],
  ["let it wait", (talk) => talk.handOver(an, null)],
  ["closed it", (talk) => talk.close(an)],
  ["put it aside", (talk) => an.call(snoozeLivechat, { params: talk.params, body: {} })],
])("a hand-over stands once the colleague has %s", async (_, finishColleagueAction) => {
  const talk = await openTalkOfThree();
  await talk.claim(linh);
  await talk.handOver(linh, an);
  await finishColleagueAction(talk);
  const talkBefore = await talk.view(kenji);
  const { status, error } = await talk.takeBack(linh);
  expect([status, error?.code]).toEqual([409, "BOT.NOT_TAKEN_BACK"]);
  expect(await talk.view(kenji)).toEqual(talkBefore);
});

test("what others write ends nothing: the visitor, and who handed the chat over", async () => {
  const talk = await openTalkOfThree();
  await talk.claim(linh);
  await talk.write(linh);
  await talk.handOver(linh, an);
  await talk.visitor.send({ content: "Are you there?" });
  await talk.write(linh, "NOTE");
  expect((await talk.takeBack(linh)).data).toMatchObject({ agent: { id: linh.id } });
});

test("nobody gets a chat back for whom the bot is closed by now, and nothing is taken back that was not handed over", async () => {
  const talk = await openTalkOfThree();
  expect((await talk.takeBack(linh)).error?.code).toBe("BOT.NOT_TAKEN_BACK");
  await talk.claim(linh);
  expect((await talk.takeBack(linh)).error?.code).toBe("BOT.NOT_TAKEN_BACK");
  await talk.handOver(kenji, kenji);
  await kenji.call(removeBotPerson, { params: { id: talk.id, user_id: linh.id } });
  expect((await talk.takeBack(kenji)).error?.code).toBe("BOT.NOT_TAKEN_BACK");
  expect((await talk.takeBack(linh)).status).toBe(404);
});

test("of an answer and an undo at the same moment one comes first, and both agree on it", async () => {
  const talk = await openTalkOfThree();
  await talk.claim(linh);
  await talk.handOver(linh, an);
  const [takeBackResponse, writeResponse] = await Promise.all([talk.takeBack(linh), talk.write(an)]);
  // Linh takes the talk back while An writes. An's message is stored in any case. Linh's request succeeds only if the
  // server handles it before An's message.
  expect(writeResponse.content).toBe("Hello");
  const takeBackLine = (await talk.lines(linh)).find(({ kind }) => kind === "TALK_TAKEN_BACK");
  expect(takeBackLine !== undefined).toBe(takeBackResponse.status === 200);
  if (takeBackLine) expect(takeBackLine.number).toBeLessThan(writeResponse.number);
});
