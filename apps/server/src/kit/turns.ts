export interface TurnLimits {
  /** How many tasks of one owner run at once. Default: `count`. */
  perOwner?: number;
}

/** Runs `work` when its turn comes, and throws what `work` throws. */
export type Turn = <T>(work: () => Promise<T>, owner?: string) => Promise<T>;

/**
 * Runs at most `count` tasks at once; the others wait. Owners take turns, so a hundred tasks of one person
 * delay others only by those already running. One owner's tasks start in the order in which they came.
 */
export function createTurns(count: number, { perOwner = count }: TurnLimits = {}): Turn {
  /** Waiting tasks by owner. The owner who was served last is last in the map. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let free = count;

  const isFree = (owner: string) => free > 0 && (running.get(owner) ?? 0) < perOwner;

  function take(owner: string): void {
    running.set(owner, (running.get(owner) ?? 0) + 1);
    free--;
  }

  function release(owner: string): void {
    const left = (running.get(owner) ?? 1) - 1;
    if (left === 0) running.delete(owner);
    else running.set(owner, left);
    free++;
  }

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (!isFree(owner)) continue;
      const start = starts.shift();
      waiting.delete(owner);
      if (starts.length > 0) waiting.set(owner, starts);
      take(owner);
      start?.();
      return;
    }
  }

  function wait(owner: string): Promise<void> {
    return new Promise((start) => {
      const starts = waiting.get(owner);
      if (starts) starts.push(start);
      else waiting.set(owner, [start]);
    });
  }

  return async (work, owner = "") => {
    // A task that waits although a turn is free belongs to an owner with too many running tasks. So this one
    // may go first.
    if (isFree(owner)) take(owner);
    else await wait(owner);
    try {
      return await work();
    } finally {
      release(owner);
      startNext();
    }
  };
}
