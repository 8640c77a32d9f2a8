import { expect, test } from "vitest";
import { messageFixture } from "../state/message.fixture.ts";
import { togglePicked } from "./toggle-picked.ts";

test("a message is picked and unpicked", () => {
  const [firstMessage, secondMessage] = [messageFixture(1), messageFixture(2)];
  const withSecond = togglePicked(new Map(), secondMessage);
  const withBoth = togglePicked(withSecond, firstMessage);
  expect([...withBoth.keys()]).toEqual([secondMessage.id, firstMessage.id]);
  expect([...togglePicked(withBoth, secondMessage).keys()]).toEqual([firstMessage.id]);
  // `togglePicked` must not change the map that it is given, because that map is shown on the page.
  expect(withSecond.size).toBe(1);
});
