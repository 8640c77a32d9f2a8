import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

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
  // An was already waiting for this turn when Kenji came.
  expect(startedTurns).toEqual(["an 1", "linh 1", "an 2"]);
  finishers.get("linh 1")?.resolve();
  await runs[3];
  expect(startedTurns.at(-1)).toBe("kenji 1");
  for (const turnFinished of finishers.values()) turnFinished.resolve();
  await Promise.all(runs);
  expect(startedTurns.at(-1)).toBe("an 3");
});
