import { getLivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { sendMessage } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { createWaitingTalk } from "../../test/livechat.ts";
import { setUpTestServer } from "../../test/open-world.ts";
import {
  countRounds,
  createRandomGenerator,
  ratingFiguresOf,
  roundAllNumbers,
  type TalkRound,
  timeFiguresOf,
} from "../../test/round-figures.ts";
import { beginTalkRound, endTalkRound } from "./round-store.ts";

const { server, testPeople } = await setUpTestServer();
const { kenji, linh } = testPeople;
const db = server.db.kysely;

test("The figures are those that the rounds give when they are counted one by one", async () => {
  const { id, cid, params } = await createWaitingTalk(server, { kenji, linh });
  await linh.call(claimLivechat, { params });
  const writeAsVisitor = async () =>
    (await linh.call(sendMessage, { params: { id: cid }, body: { client_id: newId(), content: "Hello" } }))
      .data;
  const startSeconds = Date.UTC(2026, 4, 10) / 1e3;
  const nextRandomNumber = createRandomGenerator(7);
  const rounds = Array.from({ length: 30 }, (_, index): TalkRound => {
    const beganAt = startSeconds + nextRandomNumber(4 * 86_400);
    const isOpen = index === 29;
    const answeredAt = beganAt + nextRandomNumber(900);
    return {
      // One in six random rounds has no answer. A round lasts from the visitor's request for a person until the talk is
      // closed.
      firstAnswer:
        nextRandomNumber(6) === 0
          ? null
          : { userId: (nextRandomNumber(3) === 0 ? kenji : linh).id, at: answeredAt },
      beganAt,
      closedAt: isOpen ? null : answeredAt + nextRandomNumber(5_000),
      closingAgentId: isOpen || nextRandomNumber(5) === 0 ? null : (nextRandomNumber(2) ? kenji : linh).id,
      isPersonRequested: nextRandomNumber(4) > 0,
      rating: isOpen || nextRandomNumber(2) === 0 ? null : 1 + nextRandomNumber(5),
    };
  });
  await sql`delete from livechat_rounds where conversation_id = ${cid}`.execute(db);
  for (const { firstAnswer, beganAt, closedAt, closingAgentId, isPersonRequested, rating } of rounds) {
    await beginTalkRound(db, cid, isPersonRequested);
    if (firstAnswer) {
      const message = await writeAsVisitor();
      await sql`
        update messages set created_at = to_timestamp(${firstAnswer.at}), user_id = ${firstAnswer.userId}
        where conversation_id = ${cid} and id = ${message.id}`.execute(db);
    }
    if (closedAt !== null) await endTalkRound(db, cid, closingAgentId);
    await sql`
      update livechat_rounds set began_at = to_timestamp(${beganAt}), closed_at = to_timestamp(${closedAt}),
        rating = ${rating}
      where conversation_id = ${cid} and (closed_at is null or closed_at > now() - interval '1 hour')`.execute(
      db,
    );
  }
  // The test creates rounds at random times. Some begin after the report's period, and the report must not count those.
  const roundsInPeriod = rounds.filter(({ beganAt }) => beganAt < startSeconds + 3 * 86_400);
  expect(roundsInPeriod.length).toBeLessThan(rounds.length);

  const { data } = await linh.call(getLivechatFigures, {
    params: { id },
    query: { from: "2026-05-10", to: "2026-05-12" },
  });
  const agents = [kenji, linh].map((person) => {
    const answeredRounds = roundsInPeriod.filter(({ firstAnswer }) => firstAnswer?.userId === person.id);
    const closedRounds = roundsInPeriod.filter(
      ({ closingAgentId, closedAt }) => closedAt !== null && closingAgentId === person.id,
    );
    return {
      user: person.id,
      answered: answeredRounds.length,
      closed: closedRounds.length,
      ...timeFiguresOf(answeredRounds, closedRounds),
      ...ratingFiguresOf(closedRounds),
    };
  });
  const { agents: agentFigures, ...reportWithoutAgents } = data;
  expect(
    roundAllNumbers(agentFigures.map(({ user, ...figures }) => ({ user: user.id, ...figures }))),
  ).toEqual(roundAllNumbers(agents.toSorted((a, b) => b.answered - a.answered || b.closed - a.closed)));
  expect(roundAllNumbers(reportWithoutAgents)).toEqual(
    roundAllNumbers({
      from: "2026-05-10",
      to: "2026-05-12",
      time_zone: "UTC",
      total: {
        talks: roundsInPeriod.length,
        ...countRounds(roundsInPeriod),
        ...timeFiguresOf(roundsInPeriod, roundsInPeriod),
        ...ratingFiguresOf(roundsInPeriod),
      },
      days: [0, 1, 2].map((day) => {
        const matchingRounds = roundsInPeriod.filter(
          ({ beganAt }) => Math.floor((beganAt - startSeconds) / 86_400) === day,
        );
        const { median_first_answer_seconds, median_resolution_seconds } = timeFiguresOf(
          matchingRounds,
          matchingRounds,
        );
        return {
          day: `2026-05-1${day}`,
          talks: matchingRounds.length,
          ...countRounds(matchingRounds),
          median_first_answer_seconds,
          median_resolution_seconds,
        };
      }),
      hours: Array.from({ length: 24 }, (_, hour) => ({
        hour,
        talks: roundsInPeriod.filter(({ beganAt }) => Math.floor((beganAt % 86_400) / 3_600) === hour).length,
      })),
      ratings: [1, 2, 3, 4, 5].map((rating) => ({
        rating,
        count: roundsInPeriod.filter((round) => round.rating === rating).length,
      })),
    }),
  );
});
