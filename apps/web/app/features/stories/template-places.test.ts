import { botTemplates } from "@kakehashi/contract/flows/templates/templates";
import { expect, test } from "vitest";
import { groupShapeOf, groupWidthPx } from "./geometry.ts";

test.each(Object.entries(botTemplates))(
  "No two groups of the template %s cover each other",
  (_, { flows }) => {
    for (const { flow } of flows) {
      const ownEdges = new Set(
        flow.edges.flatMap(({ from }) => (from.item_id === undefined ? [from.block_id] : [])),
      );
      const groupRectangles = flow.groups.map((group) => ({
        ...group,
        height: groupShapeOf(group, ownEdges).height,
      }));
      for (const [index, oneRectangle] of groupRectangles.entries())
        for (const otherRectangle of groupRectangles.slice(index + 1)) {
          const areSideBySide = Math.abs(oneRectangle.x - otherRectangle.x) >= groupWidthPx + 40;
          const [upperRectangle, lowerRectangle] =
            oneRectangle.y < otherRectangle.y
              ? [oneRectangle, otherRectangle]
              : [otherRectangle, oneRectangle];
          expect(
            areSideBySide || upperRectangle.y + upperRectangle.height + 20 <= lowerRectangle.y,
            `${oneRectangle.id}, ${otherRectangle.id}`,
          ).toBe(true);
        }
    }
  },
);
