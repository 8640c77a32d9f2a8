import { expect, test } from "vitest";
import { messageFixture } from "../messages/state/message.fixture.ts";
import { representativeMessageOf } from "./shown-message.ts";

test("a thread whose root is deleted is shown by its last remaining reply", () => {
  const message = messageFixture(1, { deleted: true, content: "" });
  const replies = [
    messageFixture(2, { content: "older" }),
    messageFixture(3, { content: "newer" }),
    messageFixture(4, { deleted: true, content: "" }),
  ];
  expect(representativeMessageOf({ message, replies }).content).toBe("newer");
  expect(
    representativeMessageOf({ message: { ...message, deleted: false, content: "root" }, replies }).content,
  ).toBe("root");
  expect(representativeMessageOf({ message, replies: [] })).toBe(message);
});
