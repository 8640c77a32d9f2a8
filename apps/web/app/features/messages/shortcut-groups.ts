import type { TFunction } from "i18next";
import { messageShortcutKeys } from "./row/message-shortcut-keys.ts";

type ShortcutRow = readonly [keys: readonly string[], text: string];
type ShortcutGroup = readonly [title: string, rows: readonly ShortcutRow[]];

/**
 * Returns the keyboard shortcuts of the page, in groups. The translators' page has its own shortcuts instead of those
 * of the chat.
 */
export function listShortcutGroups(
  t: TFunction<["keys", "messages"]>,
  isOnTranslatorsPage: boolean,
  sendsByEnter: boolean,
): ShortcutGroup[] {
  const previousAndNextRows: ShortcutRow[] = [
    [["Alt", "↑"], t("previous")],
    [["Alt", "↓"], t("next")],
  ];
  const shortcutsOnAllPages: ShortcutGroup = [
    t("everywhere"),
    [
      [["?"], t("help")],
      [["Ctrl", "K"], t("go")],
      [["Ctrl", "Shift", "F"], t("search")],
      // On the translators' page, Alt+↑ and Alt+↓ move between texts to translate instead of conversations.
      ...(isOnTranslatorsPage ? [] : previousAndNextRows),
      [["Tab"], t("tab")],
      [["Esc"], t("escape")],
    ],
  ];
  if (isOnTranslatorsPage)
    return [
      [
        t("atDesk"),
        [
          [["Ctrl", "Enter"], t("saveAndNext")],
          [["Ctrl", "Shift", "Enter"], t("approve")],
          [["Alt", "↑"], t("previousUnit")],
          [["Alt", "↓"], t("nextUnit")],
          [["Alt", "1–9"], t("takeSuggestion")],
          [["Alt", "C"], t("claim")],
        ],
      ],
      shortcutsOnAllPages,
    ];
  return [
    shortcutsOnAllPages,
    [
      t("writing"),
      [
        [["Enter"], t(sendsByEnter ? "send" : "line")],
        [["Ctrl", "Enter"], t("send")],
        [["Shift", "Enter"], t("line")],
        [["↑"], t("editLast")],
        [["Ctrl", "B"], t("bold")],
        [["Ctrl", "I"], t("italic")],
        [["@"], t("mention")],
        [[":"], t("emoji")],
      ],
    ],
    [
      t("onMessage"),
      [
        [["↑", "↓"], t("move")],
        ...Object.entries(messageShortcutKeys).map(
          ([key, action]): ShortcutRow => [
            [key === "Delete" ? "Del" : key.toUpperCase()],
            t(`messages:${action}`),
          ],
        ),
      ],
    ],
  ];
}
