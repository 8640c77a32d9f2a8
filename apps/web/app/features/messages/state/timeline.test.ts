import type { SystemLine } from "@kakehashi/contract/lines";
import type { LiveEvent } from "@kakehashi/contract/live";
import type { Message } from "@kakehashi/contract/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineFixture as line } from "./line.fixture.ts";
import { dropOlderMessages } from "./loaded-messages.ts";
import { messageFixture as message } from "./message.fixture.ts";
import {
  addNewerMessages,
  addOlderMessages,
  addOutgoingMessage,
  applyChanges,
  applyEvent,
  applySendResponse,
  type ChatTimeline,
  createTimeline,
  isMissingChanges,
  markSendFailed,
  markSendInProgress,
  markSendWaiting,
  removeOutgoingMessage,
} from "./timeline.ts";

const roomId = "room";

const createMessageCreatedEvent = (createdMessage: Message): LiveEvent => ({
  type: "MESSAGE_CREATED",
  conversation_id: createdMessage.conversation_id,
  seq: createdMessage.seq,
  message: createdMessage,
});
const createLineAddedEvent = (addedLine: SystemLine): LiveEvent => ({
  type: "CONVERSATION_CHANGED",
  conversation_id: roomId,
  seq: addedLine.seq,
  name: "new",
  member_count: 2,
  line: addedLine,
});
const openTimeline = (count: number, from = 1) =>
  createTimeline(roomId, count, {
    messages: Array.from({ length: count - from + 1 }, (_, index) => message(from + index)),
    above: from > 1,
  });
const messageNumbersOf = (timeline: ChatTimeline) => timeline.messages.map(({ number }) => number);

describe("a timeline", () => {
  it("is behind after it learns of a missed change, and keeps what it shows", () => {
    const timelineBefore = openTimeline(3);
    const createChangesMissedEvent = (seq: number): LiveEvent => ({
      type: "CHANGES_MISSED",
      conversation_id: roomId,
      seq,
    });
    expect(applyEvent(timelineBefore, createChangesMissedEvent(3))).toBe(timelineBefore);
    const timelineAfter = applyEvent(timelineBefore, createChangesMissedEvent(4));
    expect(isMissingChanges(timelineAfter)).toBe(true);
    expect(timelineAfter.messages).toBe(timelineBefore.messages);
  });

  it("applies events in order", () => {
    const timeline = applyEvent(
      applyEvent(openTimeline(2), createMessageCreatedEvent(message(3))),
      createMessageCreatedEvent(message(4)),
    );
    expect(messageNumbersOf(timeline)).toEqual([1, 2, 3, 4]);
    expect(timeline.seq).toBe(4);
    expect(isMissingChanges(timeline)).toBe(false);
  });

  it("holds back an early event and knows that it is behind", () => {
    const timeline = applyEvent(openTimeline(2), createMessageCreatedEvent(message(4)));
    expect(messageNumbersOf(timeline)).toEqual([1, 2]);
    expect(isMissingChanges(timeline)).toBe(true);
    expect(timeline.seq).toBe(2);
  });

  it("applies the held-back events once the missing one arrives", () => {
    const timeline = applyEvent(
      applyEvent(openTimeline(2), createMessageCreatedEvent(message(4))),
      createMessageCreatedEvent(message(3)),
    );
    expect(messageNumbersOf(timeline)).toEqual([1, 2, 3, 4]);
    expect(isMissingChanges(timeline)).toBe(false);
  });

  it("drops old messages and loads them again from above", () => {
    const shortenedTimeline = dropOlderMessages(openTimeline(9), 3);
    expect([messageNumbersOf(shortenedTimeline), shortenedTimeline.above, shortenedTimeline.seq]).toEqual([
      [7, 8, 9],
      true,
      9,
    ]);
    const changedTimeline = applyEvent(shortenedTimeline, {
      ...createMessageCreatedEvent(message(2)),
      seq: 10,
    });
    expect([messageNumbersOf(changedTimeline), changedTimeline.seq]).toEqual([[7, 8, 9], 10]);
    const olderPage = { messages: [4, 5, 6].map((number) => message(number)), above: true };
    expect(messageNumbersOf(addOlderMessages(changedTimeline, olderPage))).toEqual([4, 5, 6, 7, 8, 9]);
    expect(dropOlderMessages(shortenedTimeline, 3)).toBe(shortenedTimeline);
    const olderWindow = createTimeline(roomId, 9, {
      messages: [message(1), message(2)],
      above: false,
      below: true,
    });
    expect(dropOlderMessages(olderWindow, 1)).toBe(olderWindow);
  });

  it("ignores repeated events and those of other rooms", () => {
    const timeline = openTimeline(2);
    expect(applyEvent(timeline, createMessageCreatedEvent(message(2)))).toBe(timeline);
    expect(
      applyEvent(timeline, createMessageCreatedEvent(message(9, { conversation_id: "elsewhere" }))),
    ).toBe(timeline);
  });

  it("learns from an event without a number of its own that it is behind", () => {
    const readMovedEvent: LiveEvent = {
      type: "READ_CHANGED",
      conversation_id: roomId,
      seq: 5,
      read_number: 1,
      unread_count: 4,
      mention_count: 0,
    };
    expect(isMissingChanges(applyEvent(openTimeline(2), readMovedEvent))).toBe(true);
    expect(isMissingChanges(applyEvent(openTimeline(5), readMovedEvent))).toBe(false);
  });

  it("keeps the later version of a message, whichever comes first", () => {
    const editedMessage = message(1, { changed_seq: 9, content: "edited" });
    const timeline = applyChanges(openTimeline(2), { seq: 9, messages: [editedMessage] });
    expect(timeline.messages[0]?.content).toBe("edited");
    expect(applyChanges(timeline, { seq: 9, messages: [message(1)] }).messages[0]?.content).toBe("edited");
  });

  it("does not add messages above its window before they are loaded", () => {
    const timeline = applyChanges(openTimeline(40, 21), {
      seq: 41,
      messages: [message(3, { changed_seq: 41 })],
    });
    expect(messageNumbersOf(timeline)[0]).toBe(21);
    const completeTimeline = addOlderMessages(timeline, {
      messages: Array.from({ length: 20 }, (_, index) => message(index + 1)),
      above: false,
    });
    expect(messageNumbersOf(completeTimeline)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(completeTimeline.above).toBe(false);
  });

  it("opens around an older message and grows below", () => {
    const middleWindow = createTimeline(roomId, 40, {
      messages: [message(10), message(11)],
      above: true,
      below: true,
    });
    const timelineWithLaterEvent = applyEvent(middleWindow, createMessageCreatedEvent(message(41)));
    expect(messageNumbersOf(timelineWithLaterEvent)).toEqual([10, 11]);
    expect(timelineWithLaterEvent.seq).toBe(41);
    expect(
      messageNumbersOf(
        addNewerMessages(timelineWithLaterEvent, { messages: [message(12), message(13)], below: true }),
      ),
    ).toEqual([10, 11, 12, 13]);
    expect(addNewerMessages(timelineWithLaterEvent, { messages: [], below: false }).below).toBe(false);
  });

  it("keeps a thread and its conversation apart", () => {
    const reply = createMessageCreatedEvent(
      message(1, { id: "reply", seq: 3, changed_seq: 3, parent_id: "id-1" }),
    );
    expect(messageNumbersOf(applyEvent(openTimeline(2), reply))).toEqual([1, 2]);
    expect(applyEvent(openTimeline(2), reply).seq).toBe(3);
    const thread = createTimeline(roomId, 2, { messages: [], above: false, parentId: "id-1" });
    expect(applyEvent(thread, reply).messages.map(({ id }) => id)).toEqual(["reply"]);
  });

  it("applies changes without a message in order", () => {
    const renamedTimeline: LiveEvent = {
      type: "CONVERSATION_CHANGED",
      conversation_id: roomId,
      seq: 4,
      name: "new",
      member_count: 2,
    };
    const timelineWithEarlyEvent = applyEvent(openTimeline(2), renamedTimeline);
    expect(isMissingChanges(timelineWithEarlyEvent)).toBe(true);
    expect(applyEvent(timelineWithEarlyEvent, createMessageCreatedEvent(message(3))).seq).toBe(4);
  });

  it("applies system lines in order, early ones later, and each once", () => {
    const lineSeqsOf = ({ lines }: ChatTimeline) => lines.map(({ seq }) => seq);
    const timelineWithEarlyEvent = applyEvent(openTimeline(2), createLineAddedEvent(line(4, 3)));
    expect([lineSeqsOf(timelineWithEarlyEvent), isMissingChanges(timelineWithEarlyEvent)]).toEqual([
      [],
      true,
    ]);
    const completedTimeline = applyEvent(timelineWithEarlyEvent, createMessageCreatedEvent(message(3)));
    expect([
      lineSeqsOf(completedTimeline),
      messageNumbersOf(completedTimeline),
      completedTimeline.seq,
    ]).toEqual([[4], [1, 2, 3], 4]);
    expect(
      applyChanges(completedTimeline, { seq: 5, messages: [], lines: [line(4, 3), line(5, 3)] }).lines,
    ).toHaveLength(2);
  });

  it("keeps only the system lines between its messages", () => {
    const systemLines = [line(3, 2), line(9, 7)];
    const fullTimeline = createTimeline(roomId, 9, {
      messages: openTimeline(9).messages,
      lines: systemLines,
      above: false,
    });
    const shortenedTimeline = dropOlderMessages(fullTimeline, 3);
    expect(shortenedTimeline.lines).toEqual([line(9, 7)]);
    const timelineWithLateLines = applyChanges(shortenedTimeline, {
      seq: 10,
      messages: [],
      lines: [line(10, 9), line(3, 2)],
    });
    expect(timelineWithLateLines.lines).toEqual([line(9, 7), line(10, 9)]);
    const olderPage = { messages: [1, 2, 3, 4, 5, 6].map((number) => message(number)), lines: [line(3, 2)] };
    expect(addOlderMessages(timelineWithLateLines, { ...olderPage, above: false }).lines).toEqual([
      line(3, 2),
      line(9, 7),
      line(10, 9),
    ]);
    const middleWindow = createTimeline(roomId, 40, { messages: [message(10)], above: true, below: true });
    const timelineWithLine = applyEvent(middleWindow, createLineAddedEvent(line(41, 40)));
    expect([timelineWithLine.lines, timelineWithLine.seq]).toEqual([[], 41]);
    const newerPage = { messages: [message(11)], lines: [line(39, 11)], below: false };
    expect(addNewerMessages(timelineWithLine, newerPage).lines).toEqual([line(39, 11)]);
    const thread = createTimeline(roomId, 2, { messages: [], above: false, parentId: "id-1" });
    expect(applyEvent(thread, createLineAddedEvent(line(3, 2)))).toMatchObject({ seq: 3, lines: [] });
  });

  it("shows a sent message at once, and in its position once it has a number", () => {
    const outgoingMessage = { client_id: "client-3", content: "text 3", created_at: "" };
    const timelineWithSend = addOutgoingMessage(openTimeline(2), outgoingMessage);
    expect(timelineWithSend.outbox).toMatchObject([{ state: "sending" }]);
    const timelineAfterResponse = applySendResponse(timelineWithSend, message(4, { client_id: "client-3" }));
    expect(timelineAfterResponse.outbox).toEqual([]);
    expect(messageNumbersOf(timelineAfterResponse)).toEqual([1, 2, 4]);
    expect(timelineAfterResponse.seq).toBe(2);
    const completedTimeline = applyEvent(
      timelineAfterResponse,
      createMessageCreatedEvent(message(3, { client_id: "another" })),
    );
    expect(messageNumbersOf(completedTimeline)).toEqual([1, 2, 3, 4]);
  });

  it("completes a send by its event when the answer was lost", () => {
    const timelineWithSend = addOutgoingMessage(openTimeline(2), {
      client_id: "client-3",
      content: "text 3",
      created_at: "",
    });
    expect(
      applyEvent(
        markSendFailed(timelineWithSend, "client-3", "no answer"),
        createMessageCreatedEvent(message(3)),
      ).outbox,
    ).toEqual([]);
  });

  it("keeps a message that could not be sent until it arrives", () => {
    const timelineWithSend = addOutgoingMessage(openTimeline(2), {
      client_id: "client-3",
      content: "text 3",
      created_at: "",
    });
    const waitingTimeline = markSendWaiting(timelineWithSend, "client-3");
    expect(waitingTimeline.outbox).toMatchObject([{ state: "waiting", reason: null }]);
    expect(applyChanges(waitingTimeline, { seq: 3, messages: [message(3)] }).outbox).toEqual([]);
  });

  it("does not show a send whose message has arrived, however often it is added again", () => {
    const timelineWithSend = addOutgoingMessage(openTimeline(2), {
      client_id: "client-2",
      content: "text 2",
      created_at: "",
    });
    expect(markSendWaiting(timelineWithSend, "client-2").outbox).toEqual([]);
    expect(messageNumbersOf(timelineWithSend)).toEqual([1, 2]);
  });

  it("lets a failed message be sent again or discarded", () => {
    const timelineWithSend = addOutgoingMessage(openTimeline(2), {
      client_id: "mine",
      content: "text",
      created_at: "",
    });
    const failedTimeline = markSendFailed(timelineWithSend, "mine", "too long");
    expect(failedTimeline.outbox).toMatchObject([{ state: "failed", reason: "too long" }]);
    expect(markSendInProgress(failedTimeline, "mine").outbox).toMatchObject([
      { state: "sending", reason: null },
    ]);
    expect(removeOutgoingMessage(failedTimeline, "mine").outbox).toEqual([]);
  });
});

/** A fake server for one room. It numbers each change with the next `seq`. */
class FakeServer {
  seq = 0;
  readonly messages: Message[] = [];
  readonly lines: SystemLine[] = [];

  addLine(): LiveEvent {
    this.seq++;
    const newLine = line(this.seq, this.messages.length);
    this.lines.push(newLine);
    return createLineAddedEvent(newLine);
  }

  /**
   * Returns the system messages that belong to these messages: those between them, those before the first message if no
   * older messages exist, and those after the last one if no newer messages exist.
   */
  linesOf(messages: readonly Message[], { above, below = false }: { above: boolean; below?: boolean }) {
    const from = above ? (messages[0]?.number ?? 0) : 0;
    const to = below ? (messages.at(-1)?.number ?? 0) : Number.POSITIVE_INFINITY;
    return this.lines.filter(({ number }) => number >= from && number <= to);
  }

  post(content: string): LiveEvent {
    this.seq++;
    const postedMessage = message(this.messages.length + 1, {
      seq: this.seq,
      changed_seq: this.seq,
      content,
    });
    this.messages.push(postedMessage);
    return createMessageCreatedEvent(postedMessage);
  }

  /** Changes a message without sending a live event. The change has a `seq`, so `changes` returns it. */
  edit(index: number, content: string): void {
    const changedMessage = this.messages[index % Math.max(this.messages.length, 1)];
    if (!changedMessage) return;
    this.seq++;
    this.messages[changedMessage.number - 1] = { ...changedMessage, content, changed_seq: this.seq };
  }

  changes(since: number, limit: number) {
    const changedMessages = this.messages
      .filter(({ changed_seq }) => changed_seq > since)
      .sort((a, b) => a.changed_seq - b.changed_seq);
    const page = changedMessages.slice(0, limit);
    const has_more = changedMessages.length > limit;
    const seq = has_more ? (page.at(-1)?.changed_seq ?? since) : this.seq;
    const lines = this.lines.filter((line) => line.seq > since && line.seq <= seq);
    return { seq, messages: page, lines, has_more };
  }

  newestPage(count: number) {
    const above = this.messages.length > count;
    const messages = this.messages.slice(-count);
    return { messages, lines: this.linesOf(messages, { above }), above };
  }
}

function catchUp(timeline: ChatTimeline, room: FakeServer, limit: number): ChatTimeline {
  for (let updatedTimeline = timeline; ; ) {
    const changes = room.changes(updatedTimeline.seq, limit);
    updatedTimeline = applyChanges(updatedTimeline, changes);
    if (!changes.has_more) return updatedTimeline;
  }
}

describe("old state + events + catch-up", () => {
  const stepArbitrary = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constantFrom("post", "say"),
        fate: fc.constantFrom("now", "late", "lost", "twice"),
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("edit" as const), index: fc.nat(200) }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("deliver" as const), index: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("scroll" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant("catchUp" as const), limit: fc.integer({ min: 1, max: 7 }) }),
    },
  );

  it("equals freshly fetched state, whatever is lost, late or repeated", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.array(stepArbitrary, { maxLength: 120 }), (messageCountBefore, steps) => {
        const server = new FakeServer();
        for (let index = 0; index < messageCountBefore; index++) server.post(`before ${index}`);
        const seqBefore = server.seq;
        let timeline = createTimeline(roomId, seqBefore, server.newestPage(20));
        const lateEvents: LiveEvent[] = [];
        for (const [index, action] of steps.entries()) {
          if (action.act === "post" || action.act === "say") {
            const event = action.act === "say" ? server.addLine() : server.post(`text ${index}`);
            if (action.fate === "late") lateEvents.push(event);
            if (action.fate === "now" || action.fate === "twice") timeline = applyEvent(timeline, event);
            if (action.fate === "twice") timeline = applyEvent(timeline, event);
          } else if (action.act === "edit") {
            server.edit(action.index, `edited ${index}`);
          } else if (action.act === "deliver") {
            const [event] = lateEvents.splice(action.index % Math.max(lateEvents.length, 1), 1);
            if (event) timeline = applyEvent(timeline, event);
          } else if (action.act === "catchUp") {
            timeline = catchUp(timeline, server, action.limit);
          } else if (timeline.above) {
            const [firstMessage] = timeline.messages;
            const end = (firstMessage?.number ?? 1) - 1;
            const start = Math.max(0, end - 5);
            const messages = server.messages.slice(start, end);
            const above = start > 0;
            const lines = server.linesOf(messages, { above, below: true });
            timeline = addOlderMessages(timeline, { messages, lines, above });
          }
        }
        timeline = catchUp(timeline, server, 5);
        expect(isMissingChanges(timeline)).toBe(false);
        expect(timeline.outOfOrderEvents.size).toBe(0);
        expect(timeline.seq).toBe(server.seq);
        expect(timeline.messages).toEqual(server.messages.slice(-timeline.messages.length));
        expect(timeline.lines).toEqual(server.linesOf(timeline.messages, timeline));
        expect(timeline.above).toBe(timeline.messages.length < server.messages.length);
      }),
      { numRuns: 400 },
    );
  });
});
