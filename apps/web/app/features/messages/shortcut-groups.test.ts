import { expect, test } from "vitest";
import en from "../../i18n/en/keys.ts";
import ja from "../../i18n/ja/keys.ts";
import { getServerI18n } from "../../i18n/server.ts";
import vi from "../../i18n/vi/keys.ts";
import { isTranslatorsPagePath } from "../translations/is-desk.ts";
import { listShortcutGroups } from "./shortcut-groups.ts";

const textsByLanguage = { en, vi, ja };

function makeShortcutGroups(isOnTranslatorsDesk: boolean, language: keyof typeof textsByLanguage = "en") {
  const i18n = getServerI18n(language).addResourceBundle(language, "keys", textsByLanguage[language]);
  return listShortcutGroups(i18n.getFixedT(language, ["keys", "messages"]), isOnTranslatorsDesk, true);
}

test("at the desk the list begins with the desk's keys, in each language", () => {
  const [firstGroup] = makeShortcutGroups(true);
  expect(firstGroup).toEqual([
    "At the translators’ desk",
    [
      [["Ctrl", "Enter"], "Save and go to the next"],
      [["Ctrl", "Shift", "Enter"], "Approve"],
      [["Alt", "↑"], "Previous message in the list"],
      [["Alt", "↓"], "Next message in the list"],
      [["Alt", "1–9"], "Use a suggestion"],
      [["Alt", "C"], "Claim or give back"],
    ],
  ]);
  expect(makeShortcutGroups(true, "vi")[0]?.[0]).toBe(vi.atDesk);
  expect(makeShortcutGroups(true, "ja")[0]?.[0]).toBe(ja.atDesk);
});

test("no key has two meanings in the desk's list, and the chat has no key of the desk", () => {
  const shortcutKeysOf = (isOnTranslatorsDesk: boolean) =>
    makeShortcutGroups(isOnTranslatorsDesk).flatMap(([, rows]) => rows.map(([keys]) => keys.join(" ")));
  expect(new Set(shortcutKeysOf(true)).size).toBe(shortcutKeysOf(true).length);
  expect(shortcutKeysOf(false)).not.toContain("Alt C");
  expect(shortcutKeysOf(false)).toContain("Alt ↓");
});

test("the desk is the queue, one unit and a bot's texts, not the pages beside it", () => {
  expect(isTranslatorsPagePath("/translations")).toBe(true);
  expect(isTranslatorsPagePath("/translations/0190a000-0000-7000-8000-000000000001")).toBe(true);
  expect(isTranslatorsPagePath("/translations/bot")).toBe(true);
  expect(isTranslatorsPagePath("/translations/memory")).toBe(false);
  expect(isTranslatorsPagePath("/chat")).toBe(false);
});
