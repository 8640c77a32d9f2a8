import { expect, onTestFinished, test, vi } from "vitest";
import { createKeyedTaskQueue, createTaskQueue } from "./turns.ts";

test("at most so many run at once, the others follow in their order, and one that fails gives its turn on", async () => {
  const runInTurn = createTaskQueue(2);
  const startedTaskNames: number[] = [];
  const taskCompletions = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const runs = taskCompletions.map((taskCompletion, index) =>
    runInTurn(async () => {
      startedTaskNames.push(index);
      await taskCompletion.promise;
      if (index === 1) throw new Error("failed");
      return index;
    }).catch(() => -1),
  );
  expect(startedTaskNames).toEqual([0, 1]);
  taskCompletions[1]?.resolve();
  expect(await runs[1]).toBe(-1);
  expect(startedTaskNames).toEqual([0, 1, 2]);
  for (const taskCompletion of taskCompletions) taskCompletion.resolve();
  expect(await Promise.all(runs)).toEqual([0, -1, 2, 3, 4]);
  expect(startedTaskNames).toEqual([0, 1, 2, 3, 4]);
  expect(await runInTurn(async () => "later")).toBe("later");
});

test("owners take turns, and one owner never holds all of them", async () => {
  const runInTurn = createTaskQueue(2, { maximumRunningPerOwner: 1 });
  const startedTaskNames: string[] = [];
  const taskCompletions = new Map<string, PromiseWithResolvers<void>>();
  const runTurn = (owner: string, name: string) => {
    const taskCompletion = Promise.withResolvers<void>();
    taskCompletions.set(name, taskCompletion);
    return runInTurn(async () => {
      startedTaskNames.push(name);
      await taskCompletion.promise;
    }, owner);
  };
  const runs = [
    runTurn("an", "an 1"),
    runTurn("an", "an 2"),
    runTurn("an", "an 3"),
    runTurn("linh", "linh 1"),
  ];
  expect(startedTaskNames).toEqual(["an 1", "linh 1"]);
  runs.push(runTurn("kenji", "kenji 1"));
  taskCompletions.get("an 1")?.resolve();
  await runs[0];
  // An's second task was already waiting when Kenji's task was added, so An's task runs first.
  expect(startedTaskNames).toEqual(["an 1", "linh 1", "an 2"]);
  taskCompletions.get("linh 1")?.resolve();
  await runs[3];
  expect(startedTaskNames.at(-1)).toBe("kenji 1");
  for (const taskCompletion of taskCompletions.values()) taskCompletion.resolve();
  await Promise.all(runs);
  expect(startedTaskNames.at(-1)).toBe("an 3");
});

test("an owner with too many waiting tasks is refused a further one, other owners are not", async () => {
  const runInTurn = createTaskQueue(2, { maximumRunningPerOwner: 1, maximumWaitingPerOwner: 1 });
  const taskCompletion = Promise.withResolvers<string>();
  const waitForCompletion = () => taskCompletion.promise;
  const runs = [runInTurn(waitForCompletion, "an"), runInTurn(waitForCompletion, "an")];
  await expect(runInTurn(waitForCompletion, "an")).rejects.toMatchObject({
    code: "ERR.TOO_MANY",
    retryAfter: 1,
  });
  runs.push(runInTurn(waitForCompletion, "linh"));
  taskCompletion.resolve("done");
  expect(await Promise.all(runs)).toEqual(["done", "done", "done"]);
});

test("tasks of one key run one after the other, those of other keys meanwhile", async () => {
  const runInTurn = createKeyedTaskQueue();
  const startedTasks: string[] = [];
  const taskCompletions = new Map<string, PromiseWithResolvers<void>>();
  const runTask = (key: string, name: string, owner: string) => {
    const taskFinished = Promise.withResolvers<void>();
    taskCompletions.set(name, taskFinished);
    return runInTurn(
      key,
      async () => {
        startedTasks.push(name);
        await taskFinished.promise;
        if (name === "room 1") throw new Error("failed");
      },
      owner,
    );
  };
  const firstTask = runTask("room", "room 1", "an");
  const otherTasks = [
    runTask("room", "room 2", "an"),
    runTask("room", "room 3", "an"),
    runTask("room", "room 4", "linh"),
    runTask("other room", "other 1", "an"),
  ];
  expect(startedTasks).toEqual(["room 1", "other 1"]);
  taskCompletions.get("room 1")?.resolve();
  await expect(firstTask).rejects.toThrow("failed");
  for (const completion of taskCompletions.values()) completion.resolve();
  await Promise.all(otherTasks);
  expect(startedTasks).toEqual(["room 1", "other 1", "room 2", "room 4", "room 3"]);
  expect(await runInTurn("room", async () => "later")).toBe("later");
});

test("a task that waited too long for its turn is refused, and so are those behind it", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const runInTurn = createKeyedTaskQueue(1_000);
  const completion = Promise.withResolvers<void>();
  const firstTask = runInTurn("room", () => completion.promise);
  let runCount = 0;
  const waitingTasks = [1, 2].map(() =>
    runInTurn("room", async () => {
      runCount++;
    }),
  );
  const refusals = Promise.allSettled(waitingTasks);
  vi.advanceTimersByTime(1_001);
  completion.resolve();
  await firstTask;
  expect((await refusals).map((result) => result.status === "rejected" && result.reason.code)).toEqual([
    "ERR.UNAVAILABLE",
    "ERR.UNAVAILABLE",
  ]);
  expect(runCount).toBe(0);
});
