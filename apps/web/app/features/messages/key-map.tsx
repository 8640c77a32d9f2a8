import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { Kbd } from "../../kit/ui/kbd.tsx";
import { newestConversations } from "../conversations/queries.ts";
import { useEnterSends } from "./enter-sends.ts";
import styles from "./key-map.module.css";
import { messageKeys } from "./message-keys.ts";

/** Whether the focus is where a letter is a letter. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Goes to the conversation beside the open one in the list; from another page to the newest one. */
function step(by: 1 | -1, go: (address: string) => unknown): void {
  if (!/^\/chat(\/|$)/.test(location.pathname)) {
    const [newest] = newestConversations(1);
    go(newest ? `/chat/${newest.id}` : "/chat");
    return;
  }
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/chat/"]')];
  const here = links.findIndex((link) => link.getAttribute("aria-current") === "page");
  links[here < 0 ? 0 : here + by]?.click();
}

/** Every key there is, shown by `?`; and the keys that hold everywhere. Once in the workspace. */
export function KeyMap() {
  const { t } = useTranslation("messages");
  const [opened, setOpened] = useState(false);
  const sendsByEnter = useEnterSends();
  const go = useEffectEvent(useNavigate());

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.isComposing || event.defaultPrevented) return;
      if (event.altKey && !event.ctrlKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        event.preventDefault();
        step(event.key === "ArrowUp" ? -1 : 1, (address) => go(address));
      } else if (event.key === "?" && !isWriting(event.target)) {
        event.preventDefault();
        setOpened(true);
      }
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  const groups: [title: string, rows: [keys: string[], text: string][]][] = [
    [
      t("keysEverywhere"),
      [
        [["?"], t("keysHelp")],
        [["Ctrl", "K"], t("keysGo")],
        [["Alt", "↑"], t("keysPrevious")],
        [["Alt", "↓"], t("keysNext")],
        [["Tab"], t("keysTab")],
        [["Esc"], t("keysEscape")],
      ],
    ],
    [
      t("keysWriting"),
      [
        [["Enter"], t(sendsByEnter ? "keysSend" : "keysLine")],
        [["Ctrl", "Enter"], t("keysSend")],
        [["Shift", "Enter"], t("keysLine")],
        [["↑"], t("keysEditLast")],
        [["@"], t("keysMention")],
        [[":"], t("keysEmoji")],
      ],
    ],
    [
      t("keysOnMessage"),
      [
        [["↑", "↓"], t("keysMove")],
        ...Object.entries(messageKeys).map(([key, act]): [string[], string] => [
          [key === "Delete" ? "Del" : key.toUpperCase()],
          t(act),
        ]),
      ],
    ],
  ];
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title={t("keys")} width={640}>
      <div className={styles.groups}>
        {groups.map(([title, rows]) => (
          <section key={title}>
            <h3 className={styles.heading}>{title}</h3>
            <dl className={styles.rows}>
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
