import { expect, test } from "vitest";
import { messageFixture } from "../state/message.fixture.ts";
import { togglePickedMessage } from "./toggle-picked.ts";

test("a message is picked and unpicked", () => {
  const [firstMessage, secondMessage] = [messageFixture(1), messageFixture(2)];
  const withSecond = togglePickedMessage(new Map(), secondMessage);
  const withBoth = togglePickedMessage(withSecond, firstMessage);
  expect([...withBoth.keys()]).toEqual([secondMessage.id, firstMessage.id]);
  expect([...togglePickedMessage(withBoth, secondMessage).keys()]).toEqual([firstMessage.id]);
  // `togglePickedMessage` must not change the map that it is given, because that map is shown on the page.
  expect(withSecond.size).toBe(1);
});
