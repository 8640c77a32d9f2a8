export interface TurnLimits {
  /** How many tasks of one owner run at once. Default: `count`. */
  perOwner?: number;
}

/** Runs `work` when its turn comes, and throws what `work` throws. */
export type Turn = <T>(work: () => Promise<T>, owner?: string) => Promise<T>;

/**
 * Runs at most `count` tasks at once; the others wait. Owners take turns, so a hundred tasks of one person
 * delay others only by those already running. The tasks of one owner start in the order in which they came.
 */
export function createTurns(count: number, { perOwner = count }: TurnLimits = {}): Turn {
  /** Waiting tasks by owner. The owner who was served last is last in the map. */
  const waitingByOwner = new Map<string, (() => void)[]>();
  const runningByOwner = new Map<string, number>();
  let free = count;

  const isFree = (owner: string) => free > 0 && (runningByOwner.get(owner) ?? 0) < perOwner;

  function takeTurn(owner: string): void {
    runningByOwner.set(owner, (runningByOwner.get(owner) ?? 0) + 1);
    free--;
  }

  function release(owner: string): void {
    const runningCount = (runningByOwner.get(owner) ?? 1) - 1;
    if (runningCount === 0) runningByOwner.delete(owner);
    else runningByOwner.set(owner, runningCount);
    free++;
  }

  function startNext(): void {
    for (const [owner, starts] of waitingByOwner) {
      if (!isFree(owner)) continue;
      const start = starts.shift();
      waitingByOwner.delete(owner);
      if (starts.length > 0) waitingByOwner.set(owner, starts);
      takeTurn(owner);
      start?.();
      return;
    }
  }

  function waitForTurn(owner: string): Promise<void> {
    return new Promise((start) => {
      const starts = waitingByOwner.get(owner);
      if (starts) starts.push(start);
      else waitingByOwner.set(owner, [start]);
    });
  }

  return async (work, owner = "") => {
    // A task that waits although a turn is free belongs to an owner with too many running tasks. So this one
    // may go first.
    if (isFree(owner)) takeTurn(owner);
    else await waitForTurn(owner);
    try {
      return await work();
    } finally {
      release(owner);
      startNext();
    }
  };
}
