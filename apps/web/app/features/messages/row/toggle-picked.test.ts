import { expect, test } from "vitest";
import { messageFixture } from "../state/message.fixture.ts";
import { togglePickedMessage } from "./toggle-picked.ts";

test("a message is picked and unpicked", () => {
  const [firstMessage, secondMessage] = [messageFixture(1), messageFixture(2)];
  const mapWithSecond = togglePickedMessage(new Map(), secondMessage);
  const mapWithBoth = togglePickedMessage(mapWithSecond, firstMessage);
  expect([...mapWithBoth.keys()]).toEqual([secondMessage.id, firstMessage.id]);
  expect([...togglePickedMessage(mapWithBoth, secondMessage).keys()]).toEqual([firstMessage.id]);
  // `togglePickedMessage` must not change its argument, because the page shows it.
  expect(mapWithSecond.size).toBe(1);
});
