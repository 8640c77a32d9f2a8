import { randomUUID } from "node:crypto";
import type { Message } from "@kakehashi/contract/messages";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../../app.ts";
import { createTestApp, type TestApp } from "../../test/app.ts";
import { addTestPeople, type TestPeople } from "../../test/world.ts";

let server: TestApp;
let testPeople: TestPeople;
let services: App["services"];

beforeAll(async () => {
  server = await createTestApp();
  testPeople = await addTestPeople(server);
  services = server.app.services;
});
afterAll(() => server.close());

/**
 * How many random sequences of messages, reads and deletions one test run checks. 300 sequences are enough to find a
 * wrong counting rule within seconds. `npm run histories` checks ten thousand, which takes minutes.
 */
const historyCount = Number(process.env.HISTORIES ?? 300);
/**
 * How many random sequences run at the same time, each in its own room. If they ran one after the other, the test would
 * wait for the database half of the time.
 */
const parallelHistories = 8;

type RoomHistoryStep =
  | { act: "leave" | "join"; member: number }
  /** `mention` selects whom the message mentions: one person, everybody, or nobody. */
  | { act: "send" | "edit"; member: number; message: number; mention: number }
  | { act: "reply" | "delete" | "read" | "unread"; member: number; message: number };

const memberIndex = fc.nat({ max: 2 });
const messageIndex = fc.nat({ max: 30 });
const anyHistoryStep: fc.Arbitrary<RoomHistoryStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom("send", "send", "send", "edit"),
      member: memberIndex,
      message: messageIndex,
      mention: fc.nat({ max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom("delete", "read", "unread"),
      member: memberIndex,
      message: messageIndex,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("reply" as const), member: memberIndex, message: messageIndex }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom("leave", "join"), member: memberIndex }) },
);

/** A simple model of a room: it counts unread messages in an array. The test compares its counts with the server's. */
class UnreadModel {
  readonly messages: { author: string; isDeleted: boolean; mentioned: string }[] = [];
  readonly readNumbersByUser = new Map<string, number>();

  #unreadMessagesOf(userId: string) {
    const readNumber = this.readNumbersByUser.get(userId) ?? 0;
    return this.messages.filter(
      ({ author, isDeleted }, index) => index + 1 > readNumber && author !== userId && !isDeleted,
    );
  }

  countUnread(userId: string): number {
    return this.#unreadMessagesOf(userId).length;
  }

  countMentions(userId: string): number {
    return this.#unreadMessagesOf(userId).filter(
      ({ mentioned }) => mentioned === "all" || mentioned === userId,
    ).length;
  }
}

test("unread and mention counts agree with the model over every history", {
  timeout: 3_600_000,
}, async () => {
  const owner = testPeople.aiko.id;
  const people = [testPeople.an.id, testPeople.minh.id, testPeople.linh.id];
  const findMentionedPerson = (mentionIndex: number) =>
    people[mentionIndex] ?? (mentionIndex === 3 ? "all" : "");
  const createMentioningContent = (mentionIndex: number) =>
    mentionIndex === 3
      ? "@all x"
      : mentionIndex < 3
        ? `@[Name](${people[mentionIndex]}) and @[Name](${people[mentionIndex]}) x`
        : "x";
  const unreadCountProperty = fc.asyncProperty(
    fc.array(anyHistoryStep, { minLength: 4, maxLength: 24 }),
    async (steps) => {
      const room = await services.conversations.startGroup(owner, people, "model");
      const unreadModel = new UnreadModel();
      const sentMessages: Message[] = [];
      for (const id of [owner, ...people]) unreadModel.readNumbersByUser.set(id, 0);
      for (const historyStep of steps) {
        const userId = people[historyStep.member] ?? "";
        const isMember = unreadModel.readNumbersByUser.has(userId);
        if (historyStep.act === "join") {
          await services.conversations.addMembers(owner, room.id, [userId]);
          if (!isMember) unreadModel.readNumbersByUser.set(userId, unreadModel.messages.length);
        }
        if (!isMember) continue;
        if (historyStep.act === "leave") {
          await services.rooms.removeMember(userId, room.id, userId);
          unreadModel.readNumbersByUser.delete(userId);
        }
        if (historyStep.act === "send") {
          sentMessages.push(
            await services.messages.send({ userId, writingLanguage: "en" }, room.id, {
              client_id: randomUUID(),
              content: createMentioningContent(historyStep.mention),
            }),
          );
          unreadModel.messages.push({
            author: userId,
            isDeleted: false,
            mentioned: findMentionedPerson(historyStep.mention),
          });
          unreadModel.readNumbersByUser.set(userId, sentMessages.length);
        }
        const targetMessage =
          "message" in historyStep
            ? sentMessages[historyStep.message % Math.max(sentMessages.length, 1)]
            : undefined;
        if (!targetMessage) continue;
        if (historyStep.act === "reply") {
          const reply = { client_id: randomUUID(), content: "r", parent_id: targetMessage.id };
          await services.messages.send({ userId, writingLanguage: "en" }, room.id, reply);
        }
        const message = unreadModel.messages[targetMessage.number - 1];
        if (historyStep.act === "edit" && targetMessage.user_id === userId && message && !message.isDeleted) {
          await services.messages.edit({ userId, writingLanguage: "en" }, room.id, targetMessage.id, {
            content: createMentioningContent(historyStep.mention),
          });
          message.mentioned = findMentionedPerson(historyStep.mention);
        }
        if (historyStep.act === "delete" && targetMessage.user_id === userId) {
          await services.messages.remove(userId, room.id, targetMessage.id);
          if (message) message.isDeleted = true;
        }
        if (historyStep.act === "read") {
          await services.conversations.markRead(userId, room.id, targetMessage.number);
          unreadModel.readNumbersByUser.set(
            userId,
            Math.max(unreadModel.readNumbersByUser.get(userId) ?? 0, targetMessage.number),
          );
        }
        if (historyStep.act === "unread") {
          await services.conversations.markUnread(userId, room.id, targetMessage.number);
          unreadModel.readNumbersByUser.set(userId, targetMessage.number - 1);
        }
      }
      for (const userId of unreadModel.readNumbersByUser.keys()) {
        const { unread_count, read_number, mention_count } = await services.conversations.view(
          userId,
          room.id,
        );
        expect({ unread_count, read_number, mention_count }).toEqual({
          unread_count: unreadModel.countUnread(userId),
          mention_count: unreadModel.countMentions(userId),
          read_number: unreadModel.readNumbersByUser.get(userId),
        });
      }
    },
  );
  const historyCountsPerRoom = Array.from({ length: parallelHistories }, (_, roomIndex) =>
    Math.floor((historyCount + roomIndex) / parallelHistories),
  );
  await Promise.all(historyCountsPerRoom.map((numRuns) => fc.assert(unreadCountProperty, { numRuns })));
});
