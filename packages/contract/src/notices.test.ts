import { expect, test } from "vitest";
import { doesMessageNotify, findRoomNoticeChoice } from "./notices.ts";

const readerId = "01900000-0000-7000-8000-000000000001";
const mentioningText = `@[An](${readerId}) look`;
const groupRoom = { kind: "GROUP", muted: false, notify_about: null } as const;
const directRoom = { ...groupRoom, kind: "DIRECT" } as const;
const notifyAboutAll = { notify_about: "all" } as const;
const notifyAboutMentions = { notify_about: "mentions" } as const;

test("a room without its own choice follows the settings, and a direct message always notifies", () => {
  expect([groupRoom, directRoom].map((room) => findRoomNoticeChoice(room, notifyAboutAll))).toEqual([
    "all",
    "all",
  ]);
  expect([groupRoom, directRoom].map((room) => findRoomNoticeChoice(room, notifyAboutMentions))).toEqual([
    "mentions",
    "all",
  ]);
});

test("a choice for the room overrides the settings", () => {
  expect(findRoomNoticeChoice({ ...groupRoom, notify_about: "all" }, notifyAboutMentions)).toBe("all");
  expect(findRoomNoticeChoice({ ...directRoom, notify_about: "mentions" }, notifyAboutAll)).toBe("mentions");
  expect(
    doesMessageNotify({ ...groupRoom, notify_about: "none" }, notifyAboutAll, mentioningText, readerId),
  ).toBe(false);
});

test("a muted room notifies only of mentions, or of nothing if that was chosen", () => {
  const mutedGroup = { ...groupRoom, muted: true, notify_about: "all" } as const;
  expect(
    ["hello", "@all look", mentioningText].map((text) =>
      doesMessageNotify(mutedGroup, notifyAboutAll, text, readerId),
    ),
  ).toEqual([false, false, true]);
  expect(
    doesMessageNotify({ ...mutedGroup, notify_about: "none" }, notifyAboutAll, mentioningText, readerId),
  ).toBe(false);
});
