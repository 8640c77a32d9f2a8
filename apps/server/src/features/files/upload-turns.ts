import { AppError } from "../../kit/errors.ts";
import { createTaskQueue } from "../../kit/turns.ts";

/**
 * Maximum number of uploads of one person that the server receives at once. The quota does not count unfinished
 * uploads, so this limit bounds the disk space that they take.
 */
export const maximumRunningUploads = 4;
/**
 * Maximum number of further uploads of one person that wait for their turn. It is high, because a client that comes
 * back online sends all messages that were written offline.
 */
const maximumWaitingUploads = 100;
/** Seconds after which a refused client may retry. */
const retrySeconds = 10;

/** Reads a person's upload when its turn comes. Throws ERR.TOO_MANY if too many uploads wait. */
export type RunUploadInQueue = <T>(userId: string, read: () => Promise<T>) => Promise<T>;

export function createUploadTurns({
  maximumRunning = maximumRunningUploads,
  maximumWaiting = maximumWaitingUploads,
} = {}): RunUploadInQueue {
  // Each person has a queue of their own, so people do not wait for each other.
  const runInTurn = createTaskQueue(Number.POSITIVE_INFINITY, { maximumPerOwner: maximumRunning });
  const runningUploads = new Map<string, number>();

  return async (userId, readUpload) => {
    const runningCount = runningUploads.get(userId) ?? 0;
    if (runningCount >= maximumRunning + maximumWaiting)
      throw new AppError("ERR.TOO_MANY", { retryAfter: retrySeconds });
    runningUploads.set(userId, runningCount + 1);
    try {
      return await runInTurn(readUpload, userId);
    } finally {
      const runningCount = (runningUploads.get(userId) ?? 1) - 1;
      if (runningCount === 0) runningUploads.delete(userId);
      else runningUploads.set(userId, runningCount);
    }
  };
}
