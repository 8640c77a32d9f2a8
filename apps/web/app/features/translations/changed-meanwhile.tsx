import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./editor.module.css";

/**
 * A note with the text that somebody else has saved since the form was opened. The person's own text stays in the form.
 */
export function NewerVersionNote({ children }: { children: ReactNode }) {
  const { t } = useTranslation("translations");
  return (
    <div className={styles.changed} role="alert">
      <p>{t("changedMeanwhile")}</p>
      <blockquote>{children}</blockquote>
    </div>
  );
}
