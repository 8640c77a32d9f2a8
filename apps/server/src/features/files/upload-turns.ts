import { AppError } from "../../kit/errors.ts";
import { createTurns } from "../../kit/turns.ts";

/** Requests with files that one person's are read at once: the bytes of each count for nobody until they have arrived. */
export const maximumRunningUploads = 4;
/** How many more of theirs wait, unread: messages from a time without a connection are all sent at once. */
const maximumWaitingUploads = 100;
/** Seconds after which one more may be tried again. */
const retrySeconds = 10;

/** Reads a person's upload when its turn comes. ERR.TOO_MANY where very many wait already. */
export type UploadTurn = <T>(userId: string, read: () => Promise<T>) => Promise<T>;

export function createUploadTurns({
  atOnce = maximumRunningUploads,
  waiting = maximumWaitingUploads,
} = {}): UploadTurn {
  // Nobody waits for anybody else.
  const turn = createTurns(Number.POSITIVE_INFINITY, { perOwner: atOnce });
  const underWay = new Map<string, number>();

  return async (userId, read) => {
    const others = underWay.get(userId) ?? 0;
    if (others >= atOnce + waiting) throw new AppError("ERR.TOO_MANY", { retryAfter: retrySeconds });
    underWay.set(userId, others + 1);
    try {
      return await turn(read, userId);
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  };
}
