// Computes the statistics of agents' chats with visitors in JavaScript, one round after another. Tests compare them
// with the statistics from the database. A round begins when a visitor asks for a person, or when somebody opens a
// closed chat again. It ends when the chat is closed.

interface RoundAnswer {
  readonly userId: string;
  readonly at: number;
}

/**
 * One round of a visitor's chat with agents. The round begins when the visitor asks for a person, or when somebody
 * opens the closed chat again. It ends when the chat is closed. Times are in seconds since 1970.
 */
export interface TalkRound {
  /** The first reply by a person (not by the bot) in the round. Null: nobody replied. */
  readonly firstAnswer: RoundAnswer | null;
  readonly beganAt: number;
  readonly closedAt: number | null;
  readonly closingAgentId: string | null;
  readonly isPersonRequested: boolean;
  readonly rating: number | null;
}

/** Computes a percentile as PostgreSQL's `percentile_cont` does: interpolates linearly between two values. */
function percentile(values: readonly number[], fraction: number): number | null {
  const sortedValues = values.toSorted((a, b) => a - b);
  const rank = (sortedValues.length - 1) * fraction;
  const [lowerValue, upperValue] = [sortedValues[Math.floor(rank)], sortedValues[Math.ceil(rank)]];
  return lowerValue === undefined || upperValue === undefined
    ? null
    : lowerValue + (upperValue - lowerValue) * (rank % 1);
}

const removeNulls = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
const meanOf = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const firstAnswerSeconds = (rounds: readonly TalkRound[]) =>
  removeNulls(
    rounds.map(({ isPersonRequested, firstAnswer, beganAt }) =>
      isPersonRequested && firstAnswer ? Math.max(0, firstAnswer.at - beganAt) : null,
    ),
  );
const resolutionSeconds = (rounds: readonly TalkRound[]) =>
  removeNulls(rounds.map(({ beganAt, closedAt }) => (closedAt === null ? null : closedAt - beganAt)));
export const countRounds = (rounds: readonly TalkRound[]) => ({
  answered: rounds.filter(({ firstAnswer }) => firstAnswer !== null).length,
  closed: rounds.filter(({ closedAt }) => closedAt !== null).length,
});

/**
 * Returns statistics of two durations, both from the beginning of a round: until the first reply by a person, and until
 * the chat was closed.
 */
export const timeFiguresOf = (answeredRounds: readonly TalkRound[], closedRounds: readonly TalkRound[]) => ({
  median_first_answer_seconds: percentile(firstAnswerSeconds(answeredRounds), 0.5),
  p95_first_answer_seconds: percentile(firstAnswerSeconds(answeredRounds), 0.95),
  median_resolution_seconds: percentile(resolutionSeconds(closedRounds), 0.5),
  p95_resolution_seconds: percentile(resolutionSeconds(closedRounds), 0.95),
});

export function ratingFiguresOf(closedRounds: readonly TalkRound[]) {
  const ratings = removeNulls(closedRounds.map(({ rating }) => rating));
  return { rated: ratings.length, average_rating: meanOf(ratings) };
}

/** Rounds all numbers in a report, because sums from the database and from JavaScript differ in their last digits. */
export const roundAllNumbers = (report: unknown): unknown =>
  JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === "number" ? Math.round(value * 1e3) / 1e3 : value,
  );

/**
 * Returns a function that generates pseudo-random integers from 0 to `below` - 1. The same seed always gives the same
 * numbers.
 */
export function createRandomGenerator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}
