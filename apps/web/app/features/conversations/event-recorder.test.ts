import type { Conversation } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import { describe, expect, it } from "vitest";
import {
  messageCreatedEventFixture,
  conversationFixture as room,
} from "../messages/state/conversation.fixture.ts";
import { applyRecordedEvents, EventsDuringRequestRecorder } from "./event-recorder.ts";
import type { ConversationListReader } from "./list.ts";

const listReader: ConversationListReader = { userId: "me", openRoomId: null };

describe("a list that was fetched while events arrived", () => {
  const createReadEvent = (id: string, seq: number, read_number: number): LiveEvent => ({
    type: "READ_CHANGED",
    conversation_id: id,
    seq,
    read_number,
    unread_count: seq - read_number,
    mention_count: 0,
  });

  it("includes the events, whether or not the answer includes them", async () => {
    const eventRecorder = new EventsDuringRequestRecorder();
    eventRecorder.record(messageCreatedEventFixture("a", 2));
    const pendingResponse = Promise.withResolvers<readonly Conversation[]>();
    const recordedAnswer = eventRecorder.recordDuring(() => pendingResponse.promise);
    for (const event of [
      messageCreatedEventFixture("a", 3),
      createReadEvent("b", 5, 5),
      messageCreatedEventFixture("elsewhere", 9),
    ])
      eventRecorder.record(event);
    pendingResponse.resolve([room("a", 3, 2), room("b", 5, 4)]);
    const { value, events: recordedEvents } = await recordedAnswer;
    const { list, staleIds } = applyRecordedEvents(value, recordedEvents, listReader);
    expect(list.map(({ id, seq, unread_count }) => [id, seq, unread_count])).toEqual([
      ["a", 3, 2],
      ["b", 5, 0],
    ]);
    // The fetched page does not contain the conversation "elsewhere", but a live event has reported a new message in
    // it. So the list must fetch the conversation.
    expect([...staleIds]).toEqual(["elsewhere"]);
  });

  it("says which conversations have to be read again", () => {
    const { staleIds } = applyRecordedEvents(
      [room("a", 3), room("b", 5, 1)],
      [messageCreatedEventFixture("a", 6), createReadEvent("b", 4, 4)],
      listReader,
    );
    expect([...staleIds]).toEqual(["a", "b"]);
  });
});
