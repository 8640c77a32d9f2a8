import { expect, test } from "vitest";
import { messageFixture } from "../messages/state/message.fixture.ts";
import { representativeOf } from "./shown.ts";

test("a thread whose first message is deleted is shown by its last reply that is left", () => {
  const message = messageFixture(1, { deleted: true, content: "" });
  const replies = [
    messageFixture(2, { content: "older" }),
    messageFixture(3, { content: "newer" }),
    messageFixture(4, { deleted: true, content: "" }),
  ];
  expect(representativeOf({ message, replies }).content).toBe("newer");
  expect(
    representativeOf({ message: { ...message, deleted: false, content: "root" }, replies }).content,
  ).toBe("root");
  expect(representativeOf({ message, replies: [] })).toBe(message);
});
