/**
 * Groups calls of `run` into batches. The first item runs at once. Items that arrive meanwhile run together
 * next, at most `maximum` of them. Each call gets the result or the error of its batch.
 */
export function runInBatches<Item, Result>(
  maximum: number,
  run: (items: readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  interface WaitingItem {
    item: Item;
    resolve(result: Result): void;
    reject(error: unknown): void;
  }
  const waiting: WaitingItem[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, maximum);
      try {
        const result = await run(group.map(({ item }) => item));
        for (const { resolve } of group) resolve(result);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void drain();
    });
}
