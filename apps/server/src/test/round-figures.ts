// Computes the statistics of agents' chats with visitors in JavaScript, one round after another. Tests compare them
// with the statistics from the database. A round begins when a visitor asks for a person, and ends when the chat is
// closed.

interface RoundAnswer {
  readonly userId: string;
  readonly at: number;
}

/**
 * One round of a visitor's chat with agents. It begins when the visitor asks for a person or the chat is opened again,
 * and ends when the chat is closed. Times are in seconds.
 */
export interface ConversationRound {
  /** The first reply by a person (not by the bot) in the round. Null: nobody replied. */
  readonly answer: RoundAnswer | null;
  readonly beganAt: number;
  readonly closedAt: number | null;
  readonly agentId: string | null;
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
const firstAnswerSeconds = (rounds: readonly ConversationRound[]) =>
  removeNulls(
    rounds.map(({ isPersonRequested, answer, beganAt }) =>
      isPersonRequested && answer ? Math.max(0, answer.at - beganAt) : null,
    ),
  );
const resolutionSeconds = (rounds: readonly ConversationRound[]) =>
  removeNulls(rounds.map(({ beganAt, closedAt }) => (closedAt === null ? null : closedAt - beganAt)));
export const countRounds = (rounds: readonly ConversationRound[]) => ({
  answered: rounds.filter(({ answer }) => answer !== null).length,
  closed: rounds.filter(({ closedAt }) => closedAt !== null).length,
});

/** Returns statistics of two times: how long it took to the first reply, and to the closing of the chat. */
export const timeFiguresOf = (
  answeredRounds: readonly ConversationRound[],
  closed: readonly ConversationRound[],
) => ({
  median_first_answer_seconds: percentile(firstAnswerSeconds(answeredRounds), 0.5),
  p95_first_answer_seconds: percentile(firstAnswerSeconds(answeredRounds), 0.95),
  median_resolution_seconds: percentile(resolutionSeconds(closed), 0.5),
  p95_resolution_seconds: percentile(resolutionSeconds(closed), 0.95),
});

export function ratingFiguresOf(closed: readonly ConversationRound[]) {
  const ratings = removeNulls(closed.map(({ rating }) => rating));
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
