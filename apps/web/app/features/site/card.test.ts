import { expect, test } from "vitest";
import { socialCardImageOf } from "./card.ts";

test("a card is drawn once for each pair of titles", async () => {
  const card = socialCardImageOf("Software projects across languages", "Kakehashi");
  expect(socialCardImageOf("Software projects across languages", "Kakehashi")).toBe(card);
  expect(socialCardImageOf("Software projects across languages", "Blog")).not.toBe(card);
  // The first bytes of a PNG contain its size: 1200 by 630 pixels.
  const bytes = await card;
  expect(bytes.toString("latin1", 1, 4)).toBe("PNG");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
});
