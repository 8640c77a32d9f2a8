import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("at most so many run at once, the others follow in their order, and one that fails gives its turn on", async () => {
  const turn = createTurns(2);
  const began: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const works = ends.map((end, index) =>
    turn(async () => {
      began.push(index);
      await end.promise;
      if (index === 1) throw new Error("failed");
      return index;
    }).catch(() => -1),
  );
  expect(began).toEqual([0, 1]);
  ends[1]?.resolve();
  expect(await works[1]).toBe(-1);
  expect(began).toEqual([0, 1, 2]);
  for (const end of ends) end.resolve();
  expect(await Promise.all(works)).toEqual([0, -1, 2, 3, 4]);
  expect(began).toEqual([0, 1, 2, 3, 4]);
  expect(await turn(async () => "later")).toBe("later");
});

test("owners take turns, and one owner never holds all of them", async () => {
  const turn = createTurns(2, { perOwner: 1 });
  const began: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const ask = (owner: string, name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return turn(async () => {
      began.push(name);
      await end.promise;
    }, owner);
  };
  const works = [ask("an", "an 1"), ask("an", "an 2"), ask("an", "an 3"), ask("linh", "linh 1")];
  expect(began).toEqual(["an 1", "linh 1"]);
  works.push(ask("kenji", "kenji 1"));
  ends.get("an 1")?.resolve();
  await works[0];
  // An was already waiting for this turn when Kenji came.
  expect(began).toEqual(["an 1", "linh 1", "an 2"]);
  ends.get("linh 1")?.resolve();
  await works[3];
  expect(began.at(-1)).toBe("kenji 1");
  for (const end of ends.values()) end.resolve();
  await Promise.all(works);
  expect(began.at(-1)).toBe("an 3");
});
