import { updateSettings } from "@kakehashi/contract/account-settings";
import { claimLivechat } from "@kakehashi/contract/bot-livechat-steps";
import { getChannelFigures } from "@kakehashi/contract/channel-figures";
import { setChannelPagePaused } from "@kakehashi/contract/channel-pages";
import { channelProblemCodes } from "@kakehashi/contract/channel-states";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startChannelTestServer } from "../../test/channel-world.ts";
import {
  addAndConnectPage,
  createBotForOutsidePlatforms,
  sendTextAs,
  waitForOutsideTalk,
} from "../../test/channels.ts";
import {
  countRounds,
  createRandomGenerator,
  roundAllNumbers,
  type TalkRound,
  timeFiguresOf,
} from "../../test/round-figures.ts";
import type { TestPerson } from "../../test/world.ts";

const { platforms, server, testPeople, address } = await startChannelTestServer();
const { kenji, linh, aiko, an } = testPeople;
const db = server.db.kysely;

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;
/** The beginning of the reported period: midnight of 10 May in Tokyo, in seconds. */
const periodStartSeconds = Date.UTC(2026, 4, 9, 15) / 1e3;
const daysOfPeriod = 3;
const nextRandomNumber = createRandomGenerator(11);

interface FailedMessage {
  readonly code: string;
  /** The person who wrote the failed message. Null: a bot wrote it. */
  readonly userId: string | null;
}

/**
 * Opens a platform page with one talk. Sending is paused, so that the messages stay unsent and the test can set their
 * states.
 */
async function openPage(botId: string, platform: "MESSENGER" | "ZALO", name: string) {
  const standInPlatform = platforms.standIns[platform];
  const { page, external } = await addAndConnectPage(address, kenji, {
    standIn: standInPlatform,
    platform,
    botId,
    name,
  });
  await kenji.call(setChannelPagePaused, { params: { id: page.id }, body: { is_paused: true } });
  await standInPlatform.addCustomer(external.id, "Hoa").write("Chào shop nhé, cho tôi hỏi một chút.");
  const { conversation_id } = await waitForOutsideTalk(kenji, { page_id: page.id });
  await kenji.call(claimLivechat, { params: { id: botId, cid: conversation_id } });
  return { pageId: page.id, cid: conversation_id };
}

/**
 * Adds random rounds with one message each to a talk. A round begins when a customer asks for a person and ends when
 * the talk is closed. Returns the rounds that began in the period.
 */
async function addRandomRounds(conversationId: string, agents: readonly TestPerson[]): Promise<TalkRound[]> {
  await sql`delete from livechat_rounds where conversation_id = ${conversationId}`.execute(db);
  const rounds: TalkRound[] = [];
  for (let number = 1; number <= 12; number++) {
    await sql`
      insert into livechat_rounds (conversation_id, number, bot_id, is_asked, first_number)
      select l.conversation_id, ${number}, l.bot_id, true, c.last_number
      from livechats l join conversations c on c.id = l.conversation_id
      where l.conversation_id = ${conversationId}`.execute(db);
    const message = await sendTextAs(kenji, conversationId, `Answer ${number}`);
    const beganAt = periodStartSeconds - daySeconds + nextRandomNumber((daysOfPeriod + 2) * daySeconds);
    const isOpen = number === 12;
    const roundAnswer = {
      userId: agents[nextRandomNumber(agents.length)]?.id ?? "",
      at: beganAt + nextRandomNumber(900),
    };
    const closedAt = isOpen ? null : roundAnswer.at + nextRandomNumber(5_000);
    const agentId =
      isOpen || nextRandomNumber(4) === 0 ? null : (agents[nextRandomNumber(agents.length)]?.id ?? null);
    const isRatingAsked = nextRandomNumber(4) > 0;
    await sql`
      update messages set created_at = to_timestamp(${roundAnswer.at}), user_id = ${roundAnswer.userId}
      where conversation_id = ${conversationId} and id = ${message.id}`.execute(db);
    // The table of rounds stores the first answer only for a closed round. For an open round, the server finds it in
    // the messages.
    const storedAnswer = isOpen ? null : roundAnswer;
    await sql`
      update livechat_rounds set is_asked = ${isRatingAsked}, began_at = to_timestamp(${beganAt}),
        closed_at = to_timestamp(${closedAt}), agent_id = ${agentId}, answered_by = ${storedAnswer?.userId ?? null},
        answered_at = to_timestamp(${storedAnswer?.at ?? null})
      where conversation_id = ${conversationId} and number = ${number}`.execute(db);
    rounds.push({
      firstAnswer: roundAnswer,
      beganAt,
      closedAt,
      closingAgentId: agentId,
      isPersonRequested: isRatingAsked,
      rating: null,
    });
  }
  return rounds.filter(
    ({ beganAt }) =>
      beganAt >= periodStartSeconds && beganAt < periodStartSeconds + daysOfPeriod * daySeconds,
  );
}

/**
 * Marks random messages of people and of the bot as failed, for random reasons. Returns the failures in the period, and
 * whether the message in the last round has failed. The last round is the only open one.
 */
async function addRandomFailures(
  cid: string,
  pageId: string,
): Promise<{ failures: FailedMessage[]; hasLastFailed: boolean }> {
  const listDeliveries = () =>
    sql<{ message_id: string; user_id: string }>`
      select d.message_id, m.user_id from channel_deliveries d
      join messages m on m.conversation_id = ${cid} and m.id = d.message_id order by m.number`.execute(db);
  await expect.poll(async () => (await listDeliveries()).rows.length).toBe(12);
  const failures: FailedMessage[] = [];
  let hasLastFailed = false;
  const generateTimeAndError = () => {
    const failureTimeSeconds =
      periodStartSeconds - daySeconds + nextRandomNumber((daysOfPeriod + 2) * daySeconds);
    const code = channelProblemCodes[nextRandomNumber(4)] ?? "LOST";
    const error = JSON.stringify({ code, detail: "", at: new Date(failureTimeSeconds * 1e3).toISOString() });
    const isInPeriod =
      failureTimeSeconds >= periodStartSeconds &&
      failureTimeSeconds < periodStartSeconds + daysOfPeriod * daySeconds;
    return { at: failureTimeSeconds, code, error, isCounted: isInPeriod };
  };
  for (const { message_id, user_id: userId } of (await listDeliveries()).rows) {
    const { at, code, error, isCounted } = generateTimeAndError();
    const hasLastMessageFailed = nextRandomNumber(3) > 0;
    hasLastFailed = hasLastMessageFailed;
    await sql`
      update channel_deliveries set created_at = to_timestamp(${at}), state = ${hasLastMessageFailed ? "FAILED" : "SEEN"},
        error = ${hasLastMessageFailed ? error : null}::jsonb
      where message_id = ${message_id}`.execute(db);
    if (hasLastMessageFailed && isCounted) failures.push({ code, userId });
  }
  for (let index = 0; index < 8; index++) {
    const { at, code, error, isCounted } = generateTimeAndError();
    const state = nextRandomNumber(2) ? "FAILED" : "SENT";
    await sql`
      insert into channel_sends (page_id, person_id, payload, state, error, created_at)
      select page_id, id, '{}', ${state}, ${error}::jsonb, to_timestamp(${at})
      from channel_people where page_id = ${pageId}`.execute(db);
    if (state === "FAILED" && isCounted) failures.push({ code, userId: null });
  }
  return { failures, hasLastFailed };
}

const countFailures = (failures: readonly FailedMessage[]) => ({
  failed: failures.length,
  window_misses: failures.filter(({ code }) => code === "WINDOW").length,
});
const findHour = ({ beganAt }: TalkRound) =>
  Math.floor(((((beganAt - periodStartSeconds) % daySeconds) + daySeconds) % daySeconds) / hourSeconds);

/**
 * Computes the expected report by plain loops in TypeScript. The test compares it with the report that the server reads
 * by SQL.
 */
function computeExpectedReport(
  pages: readonly { pageId: string; rounds: TalkRound[]; failures: FailedMessage[] }[],
  people: readonly TestPerson[],
) {
  const rounds = pages.flatMap((page) => page.rounds);
  const failures = pages.flatMap((page) => page.failures);
  const computePageFigures = (page: (typeof pages)[number]) => ({
    page: page.pageId,
    talks: page.rounds.length,
    ...countRounds(page.rounds),
    ...timeFiguresOf(page.rounds, page.rounds),
    ...countFailures(page.failures),
  });
  const computeAgentFigures = ({ id }: TestPerson) => {
    const answeredRounds = rounds.filter(({ firstAnswer }) => firstAnswer?.userId === id);
    const closedRounds = rounds.filter(
      ({ closingAgentId, closedAt }) => closedAt !== null && closingAgentId === id,
    );
    return {
      user: id,
      answered: answeredRounds.length,
      closed: closedRounds.length,
      ...timeFiguresOf(answeredRounds, closedRounds),
      ...countFailures(failures.filter(({ userId }) => userId === id)),
    };
  };
  return {
    total: {
      talks: rounds.length,
      ...countRounds(rounds),
      ...timeFiguresOf(rounds, rounds),
      ...countFailures(failures),
    },
    days: Array.from({ length: daysOfPeriod }, (_, day) => {
      const roundsOfDay = rounds.filter(
        ({ beganAt }) => Math.floor((beganAt - periodStartSeconds) / daySeconds) === day,
      );
      const { median_first_answer_seconds, median_resolution_seconds } = timeFiguresOf(
        roundsOfDay,
        roundsOfDay,
      );
      return {
        day: `2026-05-1${day}`,
        talks: roundsOfDay.length,
        ...countRounds(roundsOfDay),
        median_first_answer_seconds,
        median_resolution_seconds,
      };
    }),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      talks: rounds.filter((round) => findHour(round) === hour).length,
    })),
    pages: pages.map(computePageFigures),
    agents: people
      .map(computeAgentFigures)
      .filter(({ answered: answeredRounds, closed, failed: count }) => answeredRounds + closed + count > 0),
    failures: channelProblemCodes
      .map((code) => ({
        code,
        people: failures.filter(
          (failedMessage) => failedMessage.code === code && failedMessage.userId !== null,
        ).length,
        bots: failures.filter((failedMessage) => failedMessage.code === code && failedMessage.userId === null)
          .length,
      }))
      .filter(({ people: peopleCount, bots }) => peopleCount + bots > 0),
  };
}

const sortByField = <T extends object>(list: readonly T[], name: keyof T) =>
  list.toSorted((a, b) => String(a[name]).localeCompare(String(b[name])));

/**
 * Replaces people and pages in the server's report by their ids, so that the test can compare it with the expected
 * report.
 */
async function readReport(reader: TestPerson, pageId?: string) {
  const query = { from: "2026-05-10", to: "2026-05-12", ...(pageId && { page_id: pageId }) };
  const { data } = await reader.call(getChannelFigures, { query });
  const { from, to, time_zone, ...report } = data;
  expect([from, to, time_zone]).toEqual(["2026-05-10", "2026-05-12", "Asia/Tokyo"]);
  return toComparable({
    ...report,
    pages: report.pages.map(({ page, bot: _, ...pageFigures }) => ({ page: page.id, ...pageFigures })),
    agents: report.agents.map(({ user, ...agentFigures }) => ({ user: user.id, ...agentFigures })),
  });
}

const toComparable = ({ pages, agents, failures, ...report }: ReturnType<typeof computeExpectedReport>) =>
  roundAllNumbers({
    ...report,
    pages: sortByField(pages, "page"),
    agents: sortByField(agents, "user"),
    failures: sortByField(failures, "code"),
  });

test("The figures of all pages, and of one, are those that rounds and messages give when they are counted one by one", async () => {
  for (const person of [linh, aiko, kenji])
    await person.call(updateSettings, { body: { time_zone: "Asia/Tokyo" } });
  const bot = await createBotForOutsidePlatforms(testPeople);
  const otherBot = await createBotForOutsidePlatforms({ kenji, linh: aiko });
  const randomPages = [];
  for (const [botId, platform, name] of [
    [bot, "MESSENGER", "Salon Hoa"],
    [bot, "ZALO", "Tiệm Hoa"],
    [otherBot, "MESSENGER", "Another salon"],
  ] as const) {
    const { pageId, cid } = await openPage(botId, platform, name);
    const rounds = await addRandomRounds(cid, [linh, kenji, an]);
    const { failures, hasLastFailed } = await addRandomFailures(cid, pageId);
    // A message that the customer never got does not count as the first answer of an open round. A closed round keeps
    // the answer that was stored when it closed.
    const roundsWithAnswers = rounds.map((round) =>
      round.closedAt === null && hasLastFailed ? { ...round, firstAnswer: null } : round,
    );
    randomPages.push({ pageId, rounds: roundsWithAnswers, failures });
  }
  const [firstPage, secondPage, thirdPage] = randomPages;
  if (!firstPage || !secondPage || !thirdPage) throw new Error("A page is missing.");
  const people = [linh, kenji, an];
  expect(firstPage.rounds.length + firstPage.failures.length).toBeGreaterThan(5);
  // Linh works on the first bot and Aiko on the second. Kenji owns both bots.
  expect(await readReport(linh)).toEqual(
    toComparable(computeExpectedReport([firstPage, secondPage], people)),
  );
  expect(await readReport(aiko)).toEqual(toComparable(computeExpectedReport([thirdPage], people)));
  expect(await readReport(kenji)).toEqual(toComparable(computeExpectedReport(randomPages, people)));
  expect(await readReport(linh, secondPage.pageId)).toEqual(
    toComparable(computeExpectedReport([secondPage], people)),
  );
});
