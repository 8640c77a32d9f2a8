import type { LiveEvent } from "@kakehashi/contract/live";
import { expect, test } from "vitest";
import { chatKeyOf } from "./chat-key.ts";
import { messageFixture } from "./message.fixture.ts";
import { findStoppedTypingIds } from "./typing.ts";

const writerIds = ["aiko", "linh"];
const messageCreated = (conversation_id: string, parent_id: string | null): LiveEvent => ({
  type: "MESSAGE_CREATED",
  conversation_id,
  seq: 5,
  message: messageFixture(5, { conversation_id, parent_id, user_id: "aiko" }),
});

test("typing ends with a message of that person in the same conversation only", () => {
  expect(findStoppedTypingIds(messageCreated("room", null), "room", writerIds)).toEqual(["aiko"]);
  expect(findStoppedTypingIds(messageCreated("room", "root"), chatKeyOf("room", "root"), writerIds)).toEqual([
    "aiko",
  ]);
  expect(findStoppedTypingIds(messageCreated("other", null), "room", writerIds)).toEqual([]);
  expect(findStoppedTypingIds(messageCreated("room", "root"), "room", writerIds)).toEqual([]);
});

test("nobody is shown as typing after the room's members change, until they type again", () => {
  const conversationChangedEvent = (conversation_id: string): LiveEvent => ({
    type: "CONVERSATION_CHANGED",
    conversation_id,
    seq: 6,
    name: "Room",
    member_count: 2,
  });
  expect(findStoppedTypingIds(conversationChangedEvent("room"), "room", writerIds)).toEqual(writerIds);
  expect(
    findStoppedTypingIds(conversationChangedEvent("room"), chatKeyOf("room", "root"), writerIds),
  ).toEqual(writerIds);
  expect(findStoppedTypingIds(conversationChangedEvent("other"), "room", writerIds)).toEqual([]);
});
