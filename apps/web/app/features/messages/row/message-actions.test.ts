import { expect, test } from "vitest";
import { isDestructive, listAvailableActions } from "./message-actions.ts";

const testMessage = {
  user_id: "aiko",
  content: "words",
  parent_id: null,
  edited: false,
  files: [],
  language: "en" as const,
  bookmarked: false,
};
const testRoom = {
  userId: "aiko",
  roomRole: "MEMBER",
  isClosed: false,
  openThread: () => undefined,
  setPickedMessages: () => undefined,
  quote: () => undefined,
  markUnread: () => undefined,
} as const;

test("an author can change and delete a message, others cannot, and an owner can delete it", () => {
  expect(listAvailableActions(testMessage, testRoom)).toEqual([
    "reply",
    "mark",
    "askWith",
    "pick",
    "edit",
    "quote",
    "pin",
    "copyText",
    "copyLink",
    "seenBy",
    "delete",
  ]);
  const otherActions = listAvailableActions(testMessage, { ...testRoom, userId: "linh" });
  expect(otherActions).not.toContain("edit");
  expect(otherActions).not.toContain("language");
  expect(otherActions.some(isDestructive)).toBe(false);
  const owner = listAvailableActions(testMessage, { ...testRoom, userId: "linh", roomRole: "OWNER" });
  expect(owner).toContain("delete");
  expect(owner).not.toContain("edit");
});

test("only messages of others can be marked unread", () => {
  expect(listAvailableActions(testMessage, testRoom)).not.toContain("markUnread");
  expect(listAvailableActions(testMessage, { ...testRoom, userId: "linh" })).toContain("markUnread");
});

test("the root of an open thread can be neither quoted nor marked unread", () => {
  const threadRootActions = listAvailableActions(testMessage, {
    ...testRoom,
    userId: "linh",
    quote: null,
    markUnread: null,
  });
  expect(threadRootActions).not.toContain("quote");
  expect(threadRootActions).not.toContain("markUnread");
  expect(threadRootActions).toContain("copyLink");
});

test("a message cannot be answered when nobody is left to answer", () => {
  const actionsInClosedRoom = listAvailableActions(testMessage, { ...testRoom, isClosed: true });
  expect(actionsInClosedRoom).not.toContain("reply");
  expect(actionsInClosedRoom).not.toContain("quote");
  expect(actionsInClosedRoom).toContain("delete");
});

test("a reply offers no thread, a message without text no copying, and a message with files their deletion", () => {
  const reply = listAvailableActions(
    { ...testMessage, parent_id: "root", edited: true },
    { ...testRoom, openThread: null },
  );
  expect(reply).not.toContain("reply");
  expect(reply).not.toContain("seenBy");
  expect(reply).toContain("history");
  const files = [{ id: "file" }] as unknown as Parameters<typeof listAvailableActions>[0]["files"];
  const picture = listAvailableActions({ ...testMessage, content: "", files }, testRoom);
  expect(picture).not.toContain("copyText");
  expect(picture).not.toContain("askWith");
  expect(picture).not.toContain("language");
  expect(picture).toContain("removeFiles");
});

test("what a bot said is offered for no translation, but a mark from before can be removed", () => {
  const botMessage = { ...testMessage, user_id: "bot", outside: { said_by_bot: true as const } };
  const botMessageActions = listAvailableActions(botMessage, testRoom, "vi");
  for (const action of ["mark", "askWith", "askAgain", "pick"])
    expect(botMessageActions).not.toContain(action);
  expect(botMessageActions).toContain("quote");
  expect(listAvailableActions({ ...botMessage, bookmarked: true }, testRoom, "vi")).toContain("mark");
});

test("another translation can be asked for by those who read one, until somebody has asked for it", () => {
  const createTranslatedMessage = (state: "TRANSLATED" | "MACHINE" | "NEEDS_RETRANSLATION", version = 1) => ({
    ...testMessage,
    translations: [
      {
        language: "vi" as const,
        state,
        content: "chữ",
        revision: 1,
        version,
        origin: "PERSON" as const,
        user_id: "linh",
        claimed_by: null,
        updated_at: "2026-11-01T00:00:00.000Z",
      },
    ],
  });
  expect(listAvailableActions(createTranslatedMessage("TRANSLATED"), testRoom, "vi")).toContain("askAgain");
  expect(listAvailableActions(createTranslatedMessage("MACHINE"), testRoom, "vi")).toContain("askAgain");
  expect(listAvailableActions(createTranslatedMessage("TRANSLATED"), testRoom, "ja")).not.toContain(
    "askAgain",
  );
  expect(listAvailableActions(createTranslatedMessage("TRANSLATED"), testRoom, "en")).not.toContain(
    "askAgain",
  );
  expect(listAvailableActions(createTranslatedMessage("TRANSLATED", 0), testRoom, "vi")).not.toContain(
    "askAgain",
  );
  expect(listAvailableActions(createTranslatedMessage("NEEDS_RETRANSLATION"), testRoom, "vi")).not.toContain(
    "askAgain",
  );
});
