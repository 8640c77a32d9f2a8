import { useTranslation } from "react-i18next";
import styles from "./message-row.module.css";

/** The line below a note for colleagues. */
export function NoteLine() {
  const { t } = useTranslation("messages");
  return <p className={styles.noteLine}>{t("noteLine")}</p>;
}
