import { useTranslation } from "../../../i18n/use-translation.tsx";
import styles from "./message-row.module.css";

export function ColleaguesOnlyNote() {
  const { t } = useTranslation("messages");
  return <p className={styles.noteLine}>{t("noteLine")}</p>;
}
