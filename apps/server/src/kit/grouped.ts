/**
 * Groups items into batches for `runBatch`. The first item runs at once. Items that arrive while a batch runs form the next
 * batch, of at most `maximumItems` items. Each caller gets the result or the error of its batch.
 */
export function createBatchRunner<Item, Result>(
  maximumItems: number,
  runBatch: (items: readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  interface WaitingItem {
    item: Item;
    resolve(result: Result): void;
    reject(error: unknown): void;
  }
  const waitingItems: WaitingItem[] = [];
  let isRunning = false;

  async function runWaitingItems(): Promise<void> {
    isRunning = true;
    while (waitingItems.length > 0) {
      const group = waitingItems.splice(0, maximumItems);
      try {
        const result = await runBatch(group.map(({ item }) => item));
        for (const { resolve } of group) resolve(result);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waitingItems.push({ item, resolve, reject });
      if (!isRunning) void runWaitingItems();
    });
}
