import { getLivechat } from "@kakehashi/contract/bot-livechat";
import { getLivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { claimLivechat, closeLivechat } from "@kakehashi/contract/bot-livechat-steps";
import {
  listVisitorTurns,
  rateTalkAsVisitor,
  visitorTokenHeaderName,
} from "@kakehashi/contract/bot-visitors";
import { changeBot } from "@kakehashi/contract/bots";
import { sendMessage } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { callApi } from "../../test/app.ts";
import { createWaitingTalk, readInbox } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh } = testPeople;

/** Creates a visitor whose talk is closed. If `isAnswered` is false, no person has answered in it. */
async function openClosedTalk({ isAnswered = true } = {}) {
  const talk = await createWaitingTalk(server, { kenji, linh });
  const { id, cid, params, visitor } = talk;
  const headers = { [visitorTokenHeaderName]: visitor.token };
  const answerTalk = () =>
    linh.call(sendMessage, { params: { id: cid }, body: { client_id: newId(), content: "Hello" } });
  const closeTalk = () => linh.call(closeLivechat, { params, body: {} });
  const readAskedRound = async () => (await visitor.list()).people?.rating_round;
  const rateTalk = (body: object, token = visitor.token) =>
    callApi(server.app, rateTalkAsVisitor, {
      params: { bot_id: id },
      headers: { [visitorTokenHeaderName]: token },
      body: body as never,
    });
  const readRatingAsAgent = async () => (await linh.call(getLivechat, { params })).data.rating;
  await linh.call(claimLivechat, { params });
  if (isAnswered) await answerTalk();
  expect(await readAskedRound()).toBeNull();
  await closeTalk();
  return {
    ...talk,
    headers,
    answer: answerTalk,
    close: closeTalk,
    readAskedRound,
    rateTalk,
    readRatingAsAgent,
  };
}

test("A visitor is asked once after a talk was closed, and agents and figures show the answer", async () => {
  const { id, visitor, params, answer, close, readAskedRound, rateTalk, readRatingAsAgent } =
    await openClosedTalk();
  expect(await readAskedRound()).toBe(1);
  expect(await readRatingAsAgent()).toBeNull();
  expect((await rateTalk({ round: 1, rating: 4 })).status).toBe(200);
  expect(await readAskedRound()).toBeNull();
  expect(await readRatingAsAgent()).toEqual({ rating: 4, comment: null });
  // The visitor adds a comment to the rating. A repeated request changes nothing.
  const completeRating = { round: 1, rating: 4, comment: " Quick\u0000 \uD800answer. " };
  expect((await rateTalk(completeRating)).status).toBe(200);
  expect((await rateTalk(completeRating)).status).toBe(200);
  expect(await readRatingAsAgent()).toEqual({ rating: 4, comment: "Quick\uFFFD \uFFFDanswer." });
  expect((await rateTalk({ round: 1, rating: 1 })).error?.code).toBe("BOT.RATED");
  expect((await rateTalk({ round: 1, rating: 4, comment: "x" })).error?.code).toBe("BOT.RATED");
  expect((await readInbox(linh, id, "closed")).data[0]?.rating?.rating).toBe(4);

  // After the next talk is closed, the visitor is asked for a rating again.
  await visitor.send({ content: "One more thing" });
  expect(await readAskedRound()).toBeNull();
  expect((await rateTalk({ round: 2, rating: 5 })).status).toBe(404);
  await linh.call(claimLivechat, { params });
  await answer();
  await close();
  expect(await readAskedRound()).toBe(2);
  await rateTalk({ round: 2, rating: 1 });
  const { data } = await linh.call(getLivechatFigures, { params: { id }, query: {} });
  expect(data.total).toMatchObject({ rated: 2, average_rating: 2.5 });
  expect(data.ratings.map(({ count }) => count)).toEqual([1, 0, 0, 1, 0]);
  expect(data.agents).toMatchObject([{ user: { id: linh.id }, rated: 2, average_rating: 2.5 }]);
});

test("A call that waits brings the question when the talk is closed", async () => {
  const { id, headers, visitor, answer, close, params } = await openClosedTalk();
  await visitor.send({ content: "More" });
  await linh.call(claimLivechat, { params });
  await answer();
  const { messages, people } = await visitor.list();
  const query = { since: String(messages.length), seq: String(people?.seq), wait: "true" };
  const longPoll = callApi(server.app, listVisitorTurns, { params: { bot_id: id }, headers, query });
  await close();
  // A delayed live event of the agent's answer may end this long poll before the talk is closed. Then the test polls
  // again.
  const polledPeople = (await longPoll).data.people;
  const roundToRate =
    polledPeople?.rating_round ??
    (
      await callApi(server.app, listVisitorTurns, {
        params: { bot_id: id },
        headers,
        query: { ...query, wait: "false" },
      })
    ).data.people?.rating_round;
  expect(roundToRate).toBe(2);
});

test("Nobody is asked without an answer, when the bot does not ask, or a week later", async () => {
  const unansweredTalk = await openClosedTalk({ isAnswered: false });
  expect(await unansweredTalk.readAskedRound()).toBeNull();
  expect((await unansweredTalk.rateTalk({ round: 1, rating: 5 })).status).toBe(404);

  const talkWithoutRatingQuestion = await openClosedTalk();
  const changeAsksRating = (asks_rating: boolean) =>
    kenji.call(changeBot, { params: { id: talkWithoutRatingQuestion.id }, body: { asks_rating } });
  expect((await changeAsksRating(false)).data.asks_rating).toBe(false);
  expect(await talkWithoutRatingQuestion.readAskedRound()).toBeNull();
  await changeAsksRating(true);
  expect(await talkWithoutRatingQuestion.readAskedRound()).toBe(1);
  await sql`
    update livechat_rounds set closed_at = closed_at - interval '8 days', began_at = began_at - interval '8 days'
    where conversation_id = ${talkWithoutRatingQuestion.cid}`.execute(server.db.kysely);
  expect(await talkWithoutRatingQuestion.readAskedRound()).toBeNull();
});

test("A rating must be a number from 1 to 5 of the visitor's own talk", async () => {
  const { rateTalk } = await openClosedTalk();
  for (const rating of [0, 6, 1.5, "5", null])
    expect((await rateTalk({ round: 1, rating })).error?.fields).toHaveProperty("rating");
  const tooLongResponse = await rateTalk({ round: 1, rating: 5, comment: "x".repeat(1_001) });
  expect(tooLongResponse.error?.fields).toHaveProperty("comment");
  expect((await rateTalk({ round: 0, rating: 5 })).error?.fields).toHaveProperty("round");
  expect((await rateTalk({ round: 7, rating: 5 })).status).toBe(404);
  expect((await rateTalk({ round: 1, rating: 5 }, "other")).status).toBe(404);
});
