export interface TurnLimits {
  /** Works that run at once for one owner; without it, as many as there are turns. */
  perOwner?: number;
}

/** Runs `work` when its turn comes. What `work` throws is thrown. */
export type Turn = <T>(work: () => Promise<T>, owner?: string) => Promise<T>;

/**
 * Runs at most `count` works at once; the others wait. Owners take turns: somebody who asks for a hundred works makes
 * nobody else wait for more than the works that run already. The works of one owner start in the order in which they came.
 */
export function createTurns(count: number, { perOwner = count }: TurnLimits = {}): Turn {
  /** By owner; whoever was served last stands last. */
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
    // Whoever waits while a turn is free has too many works running: this one overtakes nobody.
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
