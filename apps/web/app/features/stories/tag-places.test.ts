import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoryColleague } from "./colleagues.ts";
import { computeNameTagOffsets } from "./tag-places.ts";

const createColleagueAt = (
  id: string,
  cursor: StoryColleague["cursor"],
  selected: StoryColleague["selected"] = null,
): StoryColleague => ({
  id,
  name: `Person ${id}`,
  tone: "jade",
  cursor,
  selected,
});

test("a tag that hides nothing stands where it belongs", () => {
  const tagOffsets = computeNameTagOffsets(
    [createColleagueAt("a", { x: 0, y: 0 }), createColleagueAt("b", { x: 0, y: 100 })],
    1,
  );
  expect([...tagOffsets.values()]).toEqual([
    { pointerNameTagDownPx: 0, selectionNameTagUpPx: 0 },
    { pointerNameTagDownPx: 0, selectionNameTagUpPx: 0 },
  ]);
});

test("pointers at one place have their names below each other", () => {
  const tagOffsets = computeNameTagOffsets(
    ["a", "b", "c"].map((id) => createColleagueAt(id, { x: 5, y: 5 })),
    1,
  );
  expect([...tagOffsets.values()].map(({ pointerNameTagDownPx }) => pointerNameTagDownPx)).toEqual([
    0, 22, 44,
  ]);
});

test("pointers that are near only when zoomed out count in pixels of the screen", () => {
  const farColleagues = [createColleagueAt("a", { x: 0, y: 0 }), createColleagueAt("b", { x: 0, y: 60 })];
  expect(computeNameTagOffsets(farColleagues, 1).get("b")?.pointerNameTagDownPx).toBe(0);
  expect(computeNameTagOffsets(farColleagues, 0.25).get("b")?.pointerNameTagDownPx).toBeGreaterThan(0);
});

test("people who selected the same block have their names above each other", () => {
  const block = { group_id: "g", block_id: "x" };
  const tagOffsets = computeNameTagOffsets(
    [
      createColleagueAt("a", null, block),
      createColleagueAt("b", null, { ...block, block_id: "y" }),
      createColleagueAt("c", null, block),
    ],
    1,
  );
  expect([...tagOffsets.values()].map(({ selectionNameTagUpPx }) => selectionNameTagUpPx)).toEqual([
    0, 0, 22,
  ]);
});

test("no name hides another, wherever ten people point", () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 120 }) });
  fc.assert(
    fc.property(
      fc.array(point, { maxLength: 10 }),
      fc.double({ min: 0.1, max: 2, noNaN: true }),
      (points, zoom) => {
        const colleagues = points.map((cursor, index) => createColleagueAt(String(index), cursor));
        const tagOffsets = computeNameTagOffsets(colleagues, zoom);
        // The width of a name tag: 12 pixels, and 7.5 pixels for each letter. All names in this test are equally long.
        const width = 12 + 7.5 * "Person 0".length;
        const tags = colleagues.map(({ id, cursor }) => ({
          x: (cursor?.x ?? 0) * zoom,
          y: (cursor?.y ?? 0) * zoom + (tagOffsets.get(id)?.pointerNameTagDownPx ?? 0),
        }));
        for (const [index, checkedTag] of tags.entries())
          for (const otherTag of tags.slice(0, index))
            expect(
              Math.abs(checkedTag.x - otherTag.x) >= width - 1e-6 ||
                Math.abs(checkedTag.y - otherTag.y) >= 20 - 1e-6,
            ).toBe(true);
      },
    ),
  );
});
