import {
  newRoomsPerPairAndHour,
  newRoomsPerPersonAndHour,
  strangersAddedPerHour,
} from "@kakehashi/contract/conversations";
import { AppError } from "../../kit/errors.ts";
import { createKeyedTokenBuckets, type KeyedTokenBuckets } from "../../kit/http/allowance.ts";

/** Maximum number of pairs of people in memory. The oldest pairs are removed first. */
const maximumRememberedPairs = 100_000;

const createHourlyAllowance = (limit: number) =>
  createKeyedTokenBuckets({ burst: limit, perSecond: limit / 3600, maximumKeys: maximumRememberedPairs });

/**
 * Returns which pairs of people share a room. The first person of a pair is in `userIds`, the second at the same index
 * in `otherIds`.
 */
type ListPairsSharingRoom = (
  userIds: readonly string[],
  otherIds: readonly string[],
) => Promise<readonly { other_id: string }[]>;

/**
 * Limits how many rooms a person may create per hour, and with how many new people. Each process counts separately.
 * `factor` multiplies the limits; null turns them off.
 */
export function createContactLimits(listPairsSharingRoom: ListPairsSharingRoom, factor: number | null) {
  const roomAllowance = createHourlyAllowance(newRoomsPerPersonAndHour * (factor ?? 1));
  const pairAllowance = createHourlyAllowance(newRoomsPerPairAndHour * (factor ?? 1));
  const contactAllowance = createHourlyAllowance(strangersAddedPerHour * (factor ?? 1));

  /**
   * Each amount counts towards one of the person's limits. If one limit would be exceeded, throws ERR.TOO_MANY and
   * counts nothing.
   */
  function spendAllOrThrow(
    amounts: readonly [allowance: KeyedTokenBuckets, key: string, amount: number][],
  ): void {
    const delaySeconds = Math.max(
      0,
      ...amounts.map(([allowance, key, amount]) => allowance.secondsUntilAllowed(key, amount)),
    );
    if (delaySeconds > 0) throw new AppError("ERR.TOO_MANY", { retryAfter: delaySeconds });
    for (const [allowance, key, amount] of amounts) allowance.trySpend(key, amount);
  }

  async function countNewContacts(userId: string, otherIds: readonly string[]): Promise<number> {
    const pairsSharingARoom = await listPairsSharingRoom(
      otherIds.map(() => userId),
      otherIds,
    );
    return otherIds.length - new Set(pairsSharingARoom.map(({ other_id }) => other_id)).size;
  }

  return {
    /**
     * Counts those of the added people who shared no room with the person before. Throws if the person has added too
     * many such people recently.
     */
    async spendForNewMembers(userId: string, otherIds: readonly string[]): Promise<void> {
      if (factor === null) return;
      const strangers = await countNewContacts(userId, otherIds);
      spendAllOrThrow([[contactAllowance, userId, Math.min(strangers, strangersAddedPerHour * factor)]]);
    },

    /** Counts a new room with other people towards the limits. Throws if a limit is exceeded. */
    async spendForNewRoom(userId: string, otherIds: readonly string[]): Promise<void> {
      if (factor === null) return;
      const strangers = await countNewContacts(userId, otherIds);
      spendAllOrThrow([
        [roomAllowance, userId, 1],
        [contactAllowance, userId, Math.min(strangers, strangersAddedPerHour * factor)],
        ...otherIds.map((otherUserId): [KeyedTokenBuckets, string, number] => [
          pairAllowance,
          `${userId} ${otherUserId}`,
          1,
        ]),
      ]);
    },
  };
}
