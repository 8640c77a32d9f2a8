import { AppError } from "./errors.ts";

export interface TaskQueueLimits {
  /** Maximum running tasks per owner. Default: the maximum for all owners together. */
  maximumRunningPerOwner?: number;
  /** Maximum milliseconds that a task may wait. A task that has waited longer is refused. Default: no limit. */
  maximumWaitMs?: number;
  /** Maximum waiting tasks per owner. One more task throws ERR.TOO_MANY. Default: no limit. */
  maximumWaitingPerOwner?: number;
}

/** Seconds after which an owner with too many waiting tasks may retry. */
const retryAfterSeconds = 1;

/** Runs `work` as soon as the owner may run another task. Rethrows the errors of `work`. */
export type RunQueuedTask = <T>(work: () => Promise<T>, owner?: string) => Promise<T>;

/**
 * Runs at most `maximumRunning` tasks at once and queues the others. Owners take turns, so a hundred tasks of one
 * person hardly delay the tasks of others. The tasks of one owner start in order. With `maximumWaitMs`, waiting tasks
 * fail soon during an outage.
 */
export function createTaskQueue(
  maximumRunning: number,
  {
    maximumRunningPerOwner: maximumPerOwner = maximumRunning,
    maximumWaitMs = Number.POSITIVE_INFINITY,
    maximumWaitingPerOwner = Number.POSITIVE_INFINITY,
  }: TaskQueueLimits = {},
): RunQueuedTask {
  /** Waiting tasks by owner. The map is ordered: the owner whose task started last is at the end. */
  const waitingByOwner = new Map<string, (() => void)[]>();
  const runningByOwner = new Map<string, number>();
  let freeSlots = maximumRunning;

  const mayStartTask = (owner: string) => freeSlots > 0 && (runningByOwner.get(owner) ?? 0) < maximumPerOwner;

  function occupySlot(owner: string): void {
    runningByOwner.set(owner, (runningByOwner.get(owner) ?? 0) + 1);
    freeSlots--;
  }

  function releaseSlot(owner: string): void {
    const runningCount = (runningByOwner.get(owner) ?? 1) - 1;
    if (runningCount === 0) runningByOwner.delete(owner);
    else runningByOwner.set(owner, runningCount);
    freeSlots++;
  }

  function startNextTask(): void {
    for (const [owner, startFunctions] of waitingByOwner) {
      if (!mayStartTask(owner)) continue;
      const start = startFunctions.shift();
      waitingByOwner.delete(owner);
      if (startFunctions.length > 0) waitingByOwner.set(owner, startFunctions);
      occupySlot(owner);
      start?.();
      return;
    }
  }

  function waitForSlot(owner: string): Promise<void> {
    return new Promise((start, refuse) => {
      const startFunctionsOfOwner = waitingByOwner.get(owner);
      if (!startFunctionsOfOwner) waitingByOwner.set(owner, [start]);
      else if (startFunctionsOfOwner.length < maximumWaitingPerOwner) startFunctionsOfOwner.push(start);
      else refuse(new AppError("ERR.TOO_MANY", { retryAfter: retryAfterSeconds }));
    });
  }

  return async (work, owner = "") => {
    const startMs = performance.now();
    // Other tasks may wait although fewer than `maximumRunning` tasks run: their owners have reached their own limits.
    // A task of another owner may start before them.
    if (mayStartTask(owner)) occupySlot(owner);
    else await waitForSlot(owner);
    try {
      if (performance.now() - startMs > maximumWaitMs) throw new AppError("ERR.UNAVAILABLE");
      return await work();
    } finally {
      releaseSlot(owner);
      startNextTask();
    }
  };
}

/** Runs `work` when no other task of `key` is running. Owners take turns. Rethrows the errors of `work`. */
export type RunKeyedTask = <T>(key: string, work: () => Promise<T>, owner?: string) => Promise<T>;

/**
 * A task that has waited longer than this is refused. It is twice the database's statement timeout, in milliseconds.
 */
export const maximumQueueWaitMs = 30_000;

/**
 * Runs the tasks of each key one after the other. Use this before a transaction that locks a row which many requests
 * lock at once. Waiting tasks use no database connection, so other requests still get one. Owners take turns. A task
 * that has waited too long is refused when it would start.
 */
export function createKeyedTaskQueue(maximumWaitMs = maximumQueueWaitMs): RunKeyedTask {
  const queuesByKey = new Map<string, { runQueuedTask: RunQueuedTask; taskCount: number }>();

  return async (key, work, owner) => {
    const queueOfKey = queuesByKey.get(key) ?? {
      runQueuedTask: createTaskQueue(1, { maximumWaitMs }),
      taskCount: 0,
    };
    queuesByKey.set(key, queueOfKey);
    queueOfKey.taskCount++;
    try {
      return await queueOfKey.runQueuedTask(work, owner);
    } finally {
      queueOfKey.taskCount--;
      if (queueOfKey.taskCount === 0) queuesByKey.delete(key);
    }
  };
}
