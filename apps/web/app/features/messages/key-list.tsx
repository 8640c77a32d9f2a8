import { useLocation } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { KeyboardKey } from "../../kit/ui/kbd.tsx";
import { isTranslatorsPagePath } from "../translations/is-desk.ts";
import styles from "./global-shortcut-handler.module.css";
import { listShortcutGroups } from "./shortcut-groups.ts";
import { useEnterSends } from "./state/enter-sends.ts";

export function ShortcutList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(["keys", "messages"]);
  const sendsByEnter = useEnterSends();
  const groups = listShortcutGroups(t, isTranslatorsPagePath(useLocation().pathname), sendsByEnter);
  return (
    <Dialog opened={opened} onClose={onClose} title={t("title")} widthPx={640}>
      <div className={styles.groups}>
        {groups.map(([title, rows]) => (
          <section key={title}>
            <h3 className={styles.heading}>{title}</h3>
            <dl>
              {rows.map(([keys, text]) => (
                <div key={keys.join(" ")} className={styles.row}>
                  <dt>
                    {keys.map((key) => (
                      <KeyboardKey key={key}>{key}</KeyboardKey>
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
