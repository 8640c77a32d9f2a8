import {
  newContactsPerHour,
  newRoomsPerHour,
  newRoomsPerPairAndHour,
} from "@kakehashi/contract/conversations";
import { AppError } from "../../kit/errors.ts";
import { type Allowance, createAllowance } from "../../kit/http/allowance.ts";

/** The most pairs of people to remember. Beyond that the oldest are forgotten. */
const maximumRemembered = 100_000;

const perHour = (most: number) =>
  createAllowance({ burst: most, perSecond: most / 3600, capacity: maximumRemembered });

/** Which of these pairs of people share a room. The two lists have the same length. */
type PeopleSharingARoom = (
  userIds: readonly string[],
  otherIds: readonly string[],
) => Promise<readonly { other_id: string }[]>;

/**
 * How many people one person may bring into rooms, counted in this process. `factor` multiplies the limits; null turns
 * them off.
 */
export function createContactLimits(sharing: PeopleSharingARoom, factor: number | null) {
  const rooms = perHour(newRoomsPerHour * (factor ?? 1));
  const pairs = perHour(newRoomsPerPairAndHour * (factor ?? 1));
  const contacts = perHour(newContactsPerHour * (factor ?? 1));

  /** Subtracts from all allowances, or throws ERR.TOO_MANY and subtracts from none. */
  function take(wanted: readonly [allowance: Allowance, key: string, amount: number][]): void {
    const wait = Math.max(
      0,
      ...wanted.map(([allowance, key, amount]) => allowance.secondsUntil(key, amount)),
    );
    if (wait > 0) throw new AppError("ERR.TOO_MANY", { retryAfter: wait });
    for (const [allowance, key, amount] of wanted) allowance.take(key, amount);
  }

  async function countStrangers(userId: string, others: readonly string[]): Promise<number> {
    const found = await sharing(
      others.map(() => userId),
      others,
    );
    return others.length - new Set(found.map(({ other_id }) => other_id)).size;
  }

  return {
    /** Call before people are added to a room. */
    async allowMembers(userId: string, others: readonly string[]): Promise<void> {
      if (factor === null) return;
      const strangers = await countStrangers(userId, others);
      take([[contacts, userId, Math.min(strangers, newContactsPerHour * factor)]]);
    },

    /** Call before a room with others is created. */
    async allowRoom(userId: string, others: readonly string[]): Promise<void> {
      if (factor === null) return;
      const strangers = await countStrangers(userId, others);
      take([
        [rooms, userId, 1],
        [contacts, userId, Math.min(strangers, newContactsPerHour * factor)],
        ...others.map((other): [Allowance, string, number] => [pairs, `${userId} ${other}`, 1]),
      ]);
    },
  };
}
