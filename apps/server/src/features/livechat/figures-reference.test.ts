import { claimLivechat } from "@kakehashi/contract/bot-livechat";
import { getLivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import { sendMessage } from "@kakehashi/contract/messages";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { newId } from "../../kit/ids.ts";
import { openTalk } from "../../test/livechat.ts";
import { openWorld } from "../../test/open-world.ts";

const { server, world } = await openWorld();
const { kenji, linh } = world;
const db = server.db.kysely;

interface Answer {
  readonly userId: string;
  readonly at: number;
}

/** One round of a talk. Times are in seconds. */
interface Round {
  /** The first answer in the round. */
  readonly answer: Answer | null;
  readonly beganAt: number;
  readonly closedAt: number | null;
  readonly agentId: string | null;
  readonly isAsked: boolean;
  readonly rating: number | null;
}

/** The share of the values that `percentile_cont` finds: between two values it goes in a straight line. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (place % 1);
}

const some = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const firstAnswers = (rounds: readonly Round[]) =>
  some(
    rounds.map(({ isAsked, answer, beganAt }) =>
      isAsked && answer ? Math.max(0, answer.at - beganAt) : null,
    ),
  );
const resolutions = (rounds: readonly Round[]) =>
  some(rounds.map(({ beganAt, closedAt }) => (closedAt === null ? null : closedAt - beganAt)));
const counts = (rounds: readonly Round[]) => ({
  answered: rounds.filter(({ answer }) => answer !== null).length,
  closed: rounds.filter(({ closedAt }) => closedAt !== null).length,
});

/** Everything that the figures say of these first answers and closings. */
function timesOf(answered: readonly Round[], closed: readonly Round[]) {
  const ratings = some(closed.map(({ rating }) => rating));
  return {
    median_first_answer_seconds: percentile(firstAnswers(answered), 0.5),
    p95_first_answer_seconds: percentile(firstAnswers(answered), 0.95),
    median_resolution_seconds: percentile(resolutions(closed), 0.5),
    p95_resolution_seconds: percentile(resolutions(closed), 0.95),
    rated: ratings.length,
    average_rating: mean(ratings),
  };
}

/** Rounds a whole report, because the database's sums differ from these in the last digits. */
const rounded = (report: unknown): unknown =>
  JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === "number" ? Math.round(value * 1e3) / 1e3 : value,
  );

test("The figures are those that the rounds give when they are counted one by one", async () => {
  const { id, cid, params } = await openTalk(server, { kenji, linh });
  await linh.call(claimLivechat, { params });
  const write = async () =>
    (await linh.call(sendMessage, { params: { id: cid }, body: { client_id: newId(), content: "Hello" } }))
      .data;
  const start = Date.UTC(2026, 4, 10) / 1e3;
  // A fixed series that looks random.
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const drafts = Array.from({ length: 30 }, (_, index) => {
    const beganAt = start + next(4 * 86_400);
    const isOpen = index === 29;
    return {
      answer: { userId: (next(3) === 0 ? kenji : linh).id, at: beganAt + next(900) },
      beganAt,
      closedAt: isOpen ? null : beganAt + next(5_000),
      agentId: isOpen || next(5) === 0 ? null : (next(2) ? kenji : linh).id,
      isAsked: next(4) > 0,
      rating: isOpen || next(2) === 0 ? null : 1 + next(5),
    };
  });
  // Each round sees its own message and all later ones.
  const rounds = drafts.map(
    (draft, index): Round => ({
      ...draft,
      answer:
        drafts.slice(index).find(({ answer }) => draft.closedAt === null || answer.at <= draft.closedAt)
          ?.answer ?? null,
    }),
  );
  await sql`delete from livechat_rounds where conversation_id = ${cid}`.execute(db);
  for (const [index, { answer, beganAt, closedAt, agentId, isAsked, rating }] of drafts.entries()) {
    const message = await write();
    await sql`
      update messages set created_at = to_timestamp(${answer.at}), user_id = ${answer.userId}
      where conversation_id = ${cid} and id = ${message.id}`.execute(db);
    await sql`
      insert into livechat_rounds
        (conversation_id, number, bot_id, is_asked, began_at, first_number, closed_at, agent_id, rating)
      select ${cid}, ${index + 1}, ${id}, ${isAsked}, to_timestamp(${beganAt}), m.number - 1,
        to_timestamp(${closedAt}), ${agentId}, ${rating}
      from messages m where m.conversation_id = ${cid} and m.id = ${message.id}`.execute(db);
  }
  // Some rounds are after the period.
  const inPeriod = rounds.filter(({ beganAt }) => beganAt < start + 3 * 86_400);
  expect(inPeriod.length).toBeLessThan(rounds.length);

  const { data } = await linh.call(getLivechatFigures, {
    params: { id },
    query: { from: "2026-05-10", to: "2026-05-12" },
  });
  const agents = [kenji, linh].map((person) => {
    const answered = inPeriod.filter(({ answer }) => answer?.userId === person.id);
    const closed = inPeriod.filter(({ agentId, closedAt }) => closedAt !== null && agentId === person.id);
    return {
      user: person.id,
      answered: answered.length,
      closed: closed.length,
      ...timesOf(answered, closed),
    };
  });
  const { agents: byAgent, ...report } = data;
  expect(rounded(byAgent.map(({ user, ...figures }) => ({ user: user.id, ...figures })))).toEqual(
    rounded(agents.toSorted((a, b) => b.answered - a.answered || b.closed - a.closed)),
  );
  expect(rounded(report)).toEqual(
    rounded({
      from: "2026-05-10",
      to: "2026-05-12",
      time_zone: "UTC",
      total: { talks: inPeriod.length, ...counts(inPeriod), ...timesOf(inPeriod, inPeriod) },
      days: [0, 1, 2].map((day) => {
        const of = inPeriod.filter(({ beganAt }) => Math.floor((beganAt - start) / 86_400) === day);
        const { median_first_answer_seconds, median_resolution_seconds } = timesOf(of, of);
        return {
          day: `2026-05-1${day}`,
          talks: of.length,
          ...counts(of),
          median_first_answer_seconds,
          median_resolution_seconds,
        };
      }),
      hours: Array.from({ length: 24 }, (_, hour) => ({
        hour,
        talks: inPeriod.filter(({ beganAt }) => Math.floor((beganAt % 86_400) / 3_600) === hour).length,
      })),
      ratings: [1, 2, 3, 4, 5].map((rating) => ({
        rating,
        count: inPeriod.filter((one) => one.rating === rating).length,
      })),
    }),
  );
});
