import { useTranslation } from "../../../i18n/use-translation.tsx";
import styles from "./dividers.module.css";

/** The line above the first message of a day. */
export function DayRow({ label }: { label: string }) {
  return (
    <div className={styles.day}>
      <span>{label}</span>
    </div>
  );
}

/** The line above the first unread message. */
export function UnreadLineRow() {
  const { t } = useTranslation("messages");
  return (
    <div className={styles.unread}>
      <span>{t("unreadLine")}</span>
    </div>
  );
}
