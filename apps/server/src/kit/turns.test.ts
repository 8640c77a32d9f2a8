import { expect, onTestFinished, test, vi } from "vitest";
import { createKeyedTurns, createTurns } from "./turns.ts";

test("at most so many run at once, the others follow in their order, and one that fails gives its turn on", async () => {
  const inTurn = createTurns(2);
  const startedTurns: number[] = [];
  const finishers = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const runs = finishers.map((turnFinished, index) =>
    inTurn(async () => {
      startedTurns.push(index);
      await turnFinished.promise;
      if (index === 1) throw new Error("failed");
      return index;
    }).catch(() => -1),
  );
  expect(startedTurns).toEqual([0, 1]);
  finishers[1]?.resolve();
  expect(await runs[1]).toBe(-1);
  expect(startedTurns).toEqual([0, 1, 2]);
  for (const turnFinished of finishers) turnFinished.resolve();
  expect(await Promise.all(runs)).toEqual([0, -1, 2, 3, 4]);
  expect(startedTurns).toEqual([0, 1, 2, 3, 4]);
  expect(await inTurn(async () => "later")).toBe("later");
});

test("owners take turns, and one owner never holds all of them", async () => {
  const inTurn = createTurns(2, { perOwner: 1 });
  const startedTurns: string[] = [];
  const finishers = new Map<string, PromiseWithResolvers<void>>();
  const runTurn = (owner: string, name: string) => {
    const turnFinished = Promise.withResolvers<void>();
    finishers.set(name, turnFinished);
    return inTurn(async () => {
      startedTurns.push(name);
      await turnFinished.promise;
    }, owner);
  };
  const runs = [
    runTurn("an", "an 1"),
    runTurn("an", "an 2"),
    runTurn("an", "an 3"),
    runTurn("linh", "linh 1"),
  ];
  expect(startedTurns).toEqual(["an 1", "linh 1"]);
  runs.push(runTurn("kenji", "kenji 1"));
  finishers.get("an 1")?.resolve();
  await runs[0];
  // An's second task was already waiting when Kenji's task came, so it runs first.
  expect(startedTurns).toEqual(["an 1", "linh 1", "an 2"]);
  finishers.get("linh 1")?.resolve();
  await runs[3];
  expect(startedTurns.at(-1)).toBe("kenji 1");
  for (const turnFinished of finishers.values()) turnFinished.resolve();
  await Promise.all(runs);
  expect(startedTurns.at(-1)).toBe("an 3");
});

test("tasks of one key run one after the other, those of other keys meanwhile", async () => {
  const inTurn = createKeyedTurns();
  const started: string[] = [];
  const finishers = new Map<string, PromiseWithResolvers<void>>();
  const runTask = (key: string, name: string, owner: string) => {
    const finished = Promise.withResolvers<void>();
    finishers.set(name, finished);
    return inTurn(
      key,
      async () => {
        started.push(name);
        await finished.promise;
        if (name === "room 1") throw new Error("failed");
      },
      owner,
    );
  };
  const first = runTask("room", "room 1", "an");
  const others = [
    runTask("room", "room 2", "an"),
    runTask("room", "room 3", "an"),
    runTask("room", "room 4", "linh"),
    runTask("other room", "other 1", "an"),
  ];
  expect(started).toEqual(["room 1", "other 1"]);
  finishers.get("room 1")?.resolve();
  await expect(first).rejects.toThrow("failed");
  for (const finished of finishers.values()) finished.resolve();
  await Promise.all(others);
  expect(started).toEqual(["room 1", "other 1", "room 2", "room 4", "room 3"]);
  expect(await inTurn("room", async () => "later")).toBe("later");
});

test("a task that waited too long for its turn is refused, and so are those behind it", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const inTurn = createKeyedTurns(1_000);
  const finished = Promise.withResolvers<void>();
  const first = inTurn("room", () => finished.promise);
  let ran = 0;
  const waiting = [1, 2].map(() =>
    inTurn("room", async () => {
      ran++;
    }),
  );
  const refusals = Promise.allSettled(waiting);
  vi.advanceTimersByTime(1_001);
  finished.resolve();
  await first;
  expect((await refusals).map((result) => result.status === "rejected" && result.reason.code)).toEqual([
    "ERR.UNAVAILABLE",
    "ERR.UNAVAILABLE",
  ]);
  expect(ran).toBe(0);
});
