import { expect, test } from "vitest";
import { messageFixture } from "../state/message.fixture.ts";
import { toggled } from "./toggled.ts";

test("a message is chosen in its turn, and left out again", () => {
  const [one, two] = [messageFixture(1), messageFixture(2)];
  const first = toggled(new Map(), two);
  const both = toggled(first, one);
  expect([...both.keys()]).toEqual([two.id, one.id]);
  expect([...toggled(both, two).keys()]).toEqual([one.id]);
  // The map that is shown must not be changed in place.
  expect(first.size).toBe(1);
});
