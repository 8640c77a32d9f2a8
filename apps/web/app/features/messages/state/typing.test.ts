import type { LiveEvent } from "@kakehashi/contract/live";
import { expect, test } from "vitest";
import { chatKeyOf } from "./chat-key.ts";
import { messageFixture } from "./message.fixture.ts";
import { writersStoppedBy } from "./typing.ts";

const writers = ["aiko", "linh"];
const messageCreated = (conversation_id: string, parent_id: string | null): LiveEvent => ({
  type: "MESSAGE_CREATED",
  conversation_id,
  seq: 5,
  message: messageFixture(5, { conversation_id, parent_id, user_id: "aiko" }),
});

test("who writes stops with a message of theirs in the same place, and in no other", () => {
  expect(writersStoppedBy(messageCreated("room", null), "room", writers)).toEqual(["aiko"]);
  expect(writersStoppedBy(messageCreated("room", "root"), chatKeyOf("room", "root"), writers)).toEqual([
    "aiko",
  ]);
  expect(writersStoppedBy(messageCreated("other", null), "room", writers)).toEqual([]);
  expect(writersStoppedBy(messageCreated("room", "root"), "room", writers)).toEqual([]);
});

test("nobody counts as writing once the people of the room have changed, until they say so again", () => {
  const changed = (conversation_id: string): LiveEvent => ({
    type: "CONVERSATION_CHANGED",
    conversation_id,
    seq: 6,
    name: "Room",
    member_count: 2,
  });
  expect(writersStoppedBy(changed("room"), "room", writers)).toEqual(writers);
  expect(writersStoppedBy(changed("room"), chatKeyOf("room", "root"), writers)).toEqual(writers);
  expect(writersStoppedBy(changed("other"), "room", writers)).toEqual([]);
});
