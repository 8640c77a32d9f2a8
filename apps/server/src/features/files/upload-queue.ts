import { AppError } from "../../kit/errors.ts";
import { createTaskQueue } from "../../kit/turns.ts";

/**
 * Maximum number of multipart requests of one person whose files the server receives at the same time. Files that are
 * not completely received take disk space but do not count towards the quota, so this number must be small.
 */
export const maximumRunningUploadsPerPerson = 4;
/**
 * Maximum number of further uploads of one person that wait in the queue. The limit is high, because a client that
 * comes back online sends all messages that its user wrote offline.
 */
const maximumWaitingUploads = 100;
/** Seconds after which a refused client may retry. */
const retrySeconds = 10;

/**
 * Reads a person's upload when it reaches the front of the person's queue. Throws ERR.TOO_MANY if the queue is full.
 */
export type RunUploadInQueue = <T>(userId: string, read: () => Promise<T>) => Promise<T>;

export function createUploadQueue({
  maximumRunning = maximumRunningUploadsPerPerson,
  maximumWaiting = maximumWaitingUploads,
} = {}): RunUploadInQueue {
  // Each person has a separate queue, so people do not wait for each other.
  const runInTurn = createTaskQueue(Number.POSITIVE_INFINITY, { maximumRunningPerOwner: maximumRunning });
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
