import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";
import styles from "./key-map.module.css";
import { messageKeys } from "./row/message-keys.ts";
import { useEnterSends } from "./state/enter-sends.ts";

/** Lists every keyboard shortcut. */
export function ShortcutList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(["keys", "messages"]);
  const sendsByEnter = useEnterSends();
  const groups: [title: string, rows: [keys: string[], text: string][]][] = [
    [
      t("everywhere"),
      [
        [["?"], t("help")],
        [["Ctrl", "K"], t("go")],
        [["Ctrl", "Shift", "F"], t("search")],
        [["Alt", "↑"], t("previous")],
        [["Alt", "↓"], t("next")],
        [["Tab"], t("tab")],
        [["Esc"], t("escape")],
      ],
    ],
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
        ...Object.entries(messageKeys).map(([key, action]): [string[], string] => [
          [key === "Delete" ? "Del" : key.toUpperCase()],
          t(`messages:${action}`),
        ]),
      ],
    ],
  ];
  return (
    <Dialog opened={opened} onClose={onClose} title={t("title")} width={640}>
      <div className={styles.groups}>
        {groups.map(([title, rows]) => (
          <section key={title}>
            <h3 className={styles.heading}>{title}</h3>
            <dl>
              {rows.map(([keys, text]) => (
                <div key={keys.join(" ")} className={styles.row}>
                  <dt>
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
