import { expect, test } from "vitest";
import { isNotified, noticesOf } from "./notices.ts";

const me = "01900000-0000-7000-8000-000000000001";
const mentioningText = `@[An](${me}) look`;
const group = { kind: "GROUP", muted: false, notify_about: null } as const;
const direct = { ...group, kind: "DIRECT" } as const;
const all = { notify_about: "all" } as const;
const mentions = { notify_about: "mentions" } as const;

test("a room without its own choice follows the settings, and a direct message always notifies", () => {
  expect([group, direct].map((room) => noticesOf(room, all))).toEqual(["all", "all"]);
  expect([group, direct].map((room) => noticesOf(room, mentions))).toEqual(["mentions", "all"]);
});

test("a choice for the room overrides the settings", () => {
  expect(noticesOf({ ...group, notify_about: "all" }, mentions)).toBe("all");
  expect(noticesOf({ ...direct, notify_about: "mentions" }, all)).toBe("mentions");
  expect(isNotified({ ...group, notify_about: "none" }, all, mentioningText, me)).toBe(false);
});

test("a muted room notifies only of mentions, or of nothing if that was chosen", () => {
  const muted = { ...group, muted: true, notify_about: "all" } as const;
  expect(["hello", "@all look", mentioningText].map((text) => isNotified(muted, all, text, me))).toEqual([
    false,
    false,
    true,
  ]);
  expect(isNotified({ ...muted, notify_about: "none" }, all, mentioningText, me)).toBe(false);
});
