import type { TFunction } from "i18next";
import { messageKeys } from "./row/message-keys.ts";

type Row = readonly [keys: readonly string[], text: string];
type Group = readonly [title: string, rows: readonly Row[]];

/** The keyboard shortcuts that work on the page, in groups. The desk has its own keys in place of the chat's. */
export function shortcutGroups(
  t: TFunction<["keys", "messages"]>,
  atDesk: boolean,
  sendsByEnter: boolean,
): Group[] {
  const neighbours: Row[] = [
    [["Alt", "↑"], t("previous")],
    [["Alt", "↓"], t("next")],
  ];
  const everywhere: Group = [
    t("everywhere"),
    [
      [["?"], t("help")],
      [["Ctrl", "K"], t("go")],
      [["Ctrl", "Shift", "F"], t("search")],
      // At the desk these keys move through its queue.
      ...(atDesk ? [] : neighbours),
      [["Tab"], t("tab")],
      [["Esc"], t("escape")],
    ],
  ];
  if (atDesk)
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
      everywhere,
    ];
  return [
    everywhere,
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
        ...Object.entries(messageKeys).map(
          ([key, action]): Row => [[key === "Delete" ? "Del" : key.toUpperCase()], t(`messages:${action}`)],
        ),
      ],
    ],
  ];
}
