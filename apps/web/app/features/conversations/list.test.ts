import type { Conversation } from "@kakehashi/contract/conversations";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import { describe, expect, it } from "vitest";
import {
  messageInRoomFixture as message,
  messageCreatedEventFixture,
  conversationFixture as room,
} from "../messages/state/conversation.fixture.ts";
import {
  applyEventToList,
  type ConversationListReader,
  mergeConversationPages,
  upsertInList,
} from "./list.ts";

const readerId = "me";
const testReader: ConversationListReader = { userId: readerId, openRoomId: null };

const idsOfList = (list: readonly Conversation[]) => list.map(({ id }) => id);
const unreadCountsOf = (list: readonly Conversation[], id: string) =>
  list.find((conversation) => conversation.id === id)?.unread_count;

describe("the list of conversations", () => {
  it("moves a conversation with a new message to the top and counts the message", () => {
    const { list, staleId } = applyEventToList(
      [room("a", 3), room("b", 2)],
      messageCreatedEventFixture("b", 3),
      testReader,
    );
    expect(idsOfList(list)).toEqual(["b", "a"]);
    expect(unreadCountsOf(list, "b")).toBe(1);
    expect(staleId).toBeNull();
  });

  it("reads a conversation again only if an event was missed", () => {
    const createChangesMissedEvent = (seq: number): LiveEvent => ({
      type: "CHANGES_MISSED",
      conversation_id: "a",
      seq,
    });
    const list = [room("a", 3), room("b", 2)];
    expect(applyEventToList(list, createChangesMissedEvent(3), testReader)).toEqual({ list, staleId: null });
    expect(applyEventToList(list, createChangesMissedEvent(4), testReader)).toEqual({ list, staleId: "a" });
  });

  it("counts nothing in the conversation that the reader has open", () => {
    const { list } = applyEventToList([room("a", 3)], messageCreatedEventFixture("a", 4), {
      ...testReader,
      openRoomId: "a",
    });
    expect(unreadCountsOf(list, "a")).toBe(0);
  });

  it("counts mentions of the reader, and asks the server when an edit may have changed them", () => {
    const mentionedUserId = "01999999-0000-7000-8000-000000000001";
    const mentionedReader: ConversationListReader = { userId: mentionedUserId, openRoomId: null };
    const createMessageEvent = (
      number: number,
      content: string,
      change: Partial<Message> = {},
    ): LiveEvent => ({
      type: change.edited ? "MESSAGE_UPDATED" : "MESSAGE_CREATED",
      conversation_id: "a",
      seq: number,
      message: { ...message("a", number, "other"), content, ...change },
    });
    const readMentionCount = (list: readonly Conversation[]) => list[0]?.mention_count;
    const mentionText = `@[Me](${mentionedUserId}) look`;
    const listAfterMention = applyEventToList(
      [room("a", 3)],
      createMessageEvent(4, mentionText),
      mentionedReader,
    ).list;
    const listAfterAllMention = applyEventToList(
      listAfterMention,
      createMessageEvent(5, "@all come"),
      mentionedReader,
    ).list;
    const listAfterMailAddress = applyEventToList(
      listAfterAllMention,
      createMessageEvent(6, "mail me@all.example"),
      mentionedReader,
    ).list;
    expect([listAfterMention, listAfterAllMention, listAfterMailAddress].map(readMentionCount)).toEqual([
      1, 2, 2,
    ]);
    const listWithMutedRoom = [{ ...room("a", 3), muted: true }];
    expect(
      readMentionCount(
        applyEventToList(listWithMutedRoom, createMessageEvent(4, "@all come"), mentionedReader).list,
      ),
    ).toBe(0);
    expect(
      readMentionCount(
        applyEventToList(listWithMutedRoom, createMessageEvent(4, mentionText), mentionedReader).list,
      ),
    ).toBe(1);
    expect(
      readMentionCount(
        applyEventToList(
          listAfterMailAddress,
          messageCreatedEventFixture("a", 7, mentionedUserId),
          mentionedReader,
        ).list,
      ),
    ).toBe(0);

    const createMessageUpdatedEvent = (number: number, content: string) =>
      createMessageEvent(7, content, { number, edited: true });
    expect(
      applyEventToList(listAfterMailAddress, createMessageUpdatedEvent(4, "never mind"), mentionedReader)
        .staleId,
    ).toBe("a");
    expect(
      applyEventToList([room("a", 6, 2)], createMessageUpdatedEvent(6, mentionText), mentionedReader).staleId,
    ).toBe("a");
    expect(
      applyEventToList([room("a", 6, 2)], createMessageUpdatedEvent(6, "words"), mentionedReader).staleId,
    ).toBeNull();
    expect(
      applyEventToList([room("a", 6)], createMessageUpdatedEvent(6, mentionText), mentionedReader).staleId,
    ).toBeNull();
  });

  it("never counts the reader's own messages", () => {
    const { list } = applyEventToList(
      [room("a", 3, 2)],
      messageCreatedEventFixture("a", 4, readerId),
      testReader,
    );
    expect(unreadCountsOf(list, "a")).toBe(0);
  });

  it("counts a repeated event once", () => {
    const listAfterFirstEvent = applyEventToList(
      [room("a", 3)],
      messageCreatedEventFixture("a", 4),
      testReader,
    ).list;
    expect(
      applyEventToList(listAfterFirstEvent, messageCreatedEventFixture("a", 4), testReader).list,
    ).toEqual(listAfterFirstEvent);
  });

  it("keeps pinned conversations first, whatever arrives in the others", () => {
    const pinnedRoom = { ...room("p", 1), pinned: true };
    const list = mergeConversationPages([[room("a", 3), pinnedRoom], [room("b", 2)]]);
    expect(idsOfList(list)).toEqual(["p", "a", "b"]);
    expect(idsOfList(applyEventToList(list, messageCreatedEventFixture("b", 3), testReader).list)).toEqual([
      "p",
      "b",
      "a",
    ]);
    expect(idsOfList(applyEventToList(list, messageCreatedEventFixture("p", 2), testReader).list)).toEqual([
      "p",
      "a",
      "b",
    ]);
    const createPinChangedEvent = (id: string, isPinned: boolean): LiveEvent => ({
      type: "CONVERSATION_SET",
      conversation_id: id,
      seq: 3,
      role: "MEMBER",
      pinned: isPinned,
      muted: false,
      notify_about: null,
    });
    expect(idsOfList(applyEventToList(list, createPinChangedEvent("b", true), testReader).list)).toEqual([
      "b",
      "p",
      "a",
    ]);
    expect(idsOfList(applyEventToList(list, createPinChangedEvent("p", false), testReader).list)).toEqual([
      "a",
      "b",
      "p",
    ]);
  });

  it("asks the server when an event does not say enough", () => {
    expect(applyEventToList([room("a", 3)], messageCreatedEventFixture("a", 6), testReader).staleId).toBe(
      "a",
    );
    expect(applyEventToList([], messageCreatedEventFixture("new", 1), testReader).staleId).toBe("new");
  });

  it("follows the read mark of another device, forward and back", () => {
    const createReadChangedEvent = (read_number: number, unread_count: number, seq = 9): LiveEvent => ({
      type: "READ_CHANGED",
      conversation_id: "a",
      seq,
      read_number,
      unread_count,
      mention_count: 0,
    });
    expect(
      unreadCountsOf(applyEventToList([room("a", 9, 5)], createReadChangedEvent(9, 0), testReader).list, "a"),
    ).toBe(0);
    expect(
      unreadCountsOf(applyEventToList([room("a", 9, 2)], createReadChangedEvent(1, 6), testReader).list, "a"),
    ).toBe(6);
    expect(applyEventToList([room("a", 9, 2)], createReadChangedEvent(9, 0), testReader).staleId).toBeNull();
    expect(applyEventToList([room("a", 9, 2)], createReadChangedEvent(9, 0, 8), testReader).staleId).toBe(
      "a",
    );
  });

  it("removes a deleted message from the unread count once, and keeps the conversation's position", () => {
    const createMessageDeletedEvent = (number: number, author = "other"): LiveEvent => ({
      type: "MESSAGE_DELETED",
      conversation_id: "a",
      seq: 10,
      message: { ...message("a", number, author), changed_seq: 10, deleted: true },
    });
    const list = [room("b", 3), room("a", 9, 2)];
    const listAfterDeletion = applyEventToList(list, createMessageDeletedEvent(9), testReader).list;
    expect(unreadCountsOf(listAfterDeletion, "a")).toBe(1);
    expect(idsOfList(listAfterDeletion)).toEqual(["b", "a"]);
    expect(listAfterDeletion[1]?.last_message?.deleted).toBe(true);
    expect(
      unreadCountsOf(applyEventToList(listAfterDeletion, createMessageDeletedEvent(9), testReader).list, "a"),
    ).toBe(1);
    expect(unreadCountsOf(applyEventToList(list, createMessageDeletedEvent(3), testReader).list, "a")).toBe(
      2,
    );
    expect(
      unreadCountsOf(applyEventToList(list, createMessageDeletedEvent(9, readerId), testReader).list, "a"),
    ).toBe(2);
  });

  it("does not count a reply, and does not move its conversation", () => {
    const event = messageCreatedEventFixture("a", 10);
    if (event.type !== "MESSAGE_CREATED") throw new Error("unexpected");
    const reply = { ...event, message: { ...event.message, parent_id: "a-1" } };
    const { list } = applyEventToList([room("b", 3), room("a", 9)], reply, testReader);
    expect(idsOfList(list)).toEqual(["b", "a"]);
    expect(list[1]).toMatchObject({ seq: 10, last_number: 9, unread_count: 0 });
  });

  it("removes a conversation that the reader has left", () => {
    const removedEvent: LiveEvent = { type: "CONVERSATION_REMOVED", conversation_id: "a", seq: 4 };
    expect(idsOfList(applyEventToList([room("a", 3), room("b", 3)], removedEvent, testReader).list)).toEqual([
      "b",
    ]);
  });

  it("adds a conversation that somebody started, once", () => {
    const addedEvent: LiveEvent = {
      type: "CONVERSATION_ADDED",
      conversation_id: "b",
      seq: 0,
      conversation: room("b", 1, 1),
    };
    const { list } = applyEventToList([room("a", 3)], addedEvent, testReader);
    expect(idsOfList(list)).toEqual(["b", "a"]);
    expect(idsOfList(applyEventToList(list, addedEvent, testReader).list)).toEqual(["b", "a"]);
  });

  it("adds an empty conversation if the reader started it, and another person's with its first message", () => {
    const addedEvent = (created_by: string): LiveEvent => ({
      type: "CONVERSATION_ADDED",
      conversation_id: "b",
      seq: 0,
      conversation: { ...room("b", 0), created_by },
    });
    expect(idsOfList(applyEventToList([], addedEvent(readerId), testReader).list)).toEqual(["b"]);
    expect(applyEventToList([], addedEvent("other"), testReader)).toEqual({ list: [], staleId: null });
    expect(applyEventToList([], messageCreatedEventFixture("b", 1), testReader).staleId).toBe("b");
  });

  it("keeps the newer state when an older answer arrives late", () => {
    const list = applyEventToList([room("a", 3)], messageCreatedEventFixture("a", 4), testReader).list;
    expect(unreadCountsOf(upsertInList(list, room("a", 3)), "a")).toBe(1);
    expect(unreadCountsOf(upsertInList(list, room("a", 4)), "a")).toBe(0);
  });

  it("shows each conversation once when pages overlap", () => {
    const listOfJoinedPages = mergeConversationPages([
      [room("a", 9), room("b", 5)],
      [room("b", 4), room("c", 2)],
    ]);
    expect(idsOfList(listOfJoinedPages)).toEqual(["a", "b", "c"]);
    expect(listOfJoinedPages[1]?.seq).toBe(5);
  });
});
