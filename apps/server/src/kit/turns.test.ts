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
