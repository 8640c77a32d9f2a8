import {
  newContactsPerHour,
  newRoomsPerHour,
  newRoomsPerPairAndHour,
} from "@kakehashi/contract/conversations";
import { AppError } from "../../kit/errors.ts";
import { createTokenBucket, type TokenBucket } from "../../kit/http/allowance.ts";

/** Maximum number of remembered pairs of people. Beyond that the oldest pairs are dropped. */
const maximumRememberedPairs = 100_000;

const createHourlyAllowance = (limit: number) =>
  createTokenBucket({ burst: limit, perSecond: limit / 3600, maximumKeys: maximumRememberedPairs });

/** Returns which pairs of people share a room. The people at the same index of the two lists are a pair. */
type ListPairsSharingRoom = (
  userIds: readonly string[],
  otherIds: readonly string[],
) => Promise<readonly { other_id: string }[]>;

/**
 * Limits how many people one person may bring into rooms, counted in this process. `factor` multiplies the
 * limits; null turns them off.
 */
export function createContactLimits(listPairsSharingRoom: ListPairsSharingRoom, factor: number | null) {
  const roomAllowance = createHourlyAllowance(newRoomsPerHour * (factor ?? 1));
  const pairAllowance = createHourlyAllowance(newRoomsPerPairAndHour * (factor ?? 1));
  const contactAllowance = createHourlyAllowance(newContactsPerHour * (factor ?? 1));

  /** Charges all of the person's limits. If one of them is exceeded, throws ERR.TOO_MANY and charges none. */
  function spendAllOrThrow(amounts: readonly [allowance: TokenBucket, key: string, amount: number][]): void {
    const delaySeconds = Math.max(
      0,
      ...amounts.map(([allowance, key, amount]) => allowance.secondsUntilAllowed(key, amount)),
    );
    if (delaySeconds > 0) throw new AppError("ERR.TOO_MANY", { retryAfter: delaySeconds });
    for (const [allowance, key, amount] of amounts) allowance.trySpend(key, amount);
  }

  async function countStrangers(userId: string, otherIds: readonly string[]): Promise<number> {
    const pairsSharingARoom = await listPairsSharingRoom(
      otherIds.map(() => userId),
      otherIds,
    );
    return otherIds.length - new Set(pairsSharingARoom.map(({ other_id }) => other_id)).size;
  }

  return {
    /** Checks the limits before people are added to a room. */
    async spendForNewMembers(userId: string, otherIds: readonly string[]): Promise<void> {
      if (factor === null) return;
      const strangers = await countStrangers(userId, otherIds);
      spendAllOrThrow([[contactAllowance, userId, Math.min(strangers, newContactsPerHour * factor)]]);
    },

    /** Checks the limits before a room with other people is created. */
    async spendForNewRoom(userId: string, otherIds: readonly string[]): Promise<void> {
      if (factor === null) return;
      const strangers = await countStrangers(userId, otherIds);
      spendAllOrThrow([
        [roomAllowance, userId, 1],
        [contactAllowance, userId, Math.min(strangers, newContactsPerHour * factor)],
        ...otherIds.map((otherUserId): [TokenBucket, string, number] => [
          pairAllowance,
          `${userId} ${otherUserId}`,
          1,
        ]),
      ]);
    },
  };
}
