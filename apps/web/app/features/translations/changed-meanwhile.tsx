import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./editor.module.css";

/** In a form: what somebody else saved since it was opened, beside what the person has typed. */
export function ChangedMeanwhile({ children }: { children: ReactNode }) {
  const { t } = useTranslation("translations");
  return (
    <div className={styles.changed} role="alert">
      <p>{t("changedMeanwhile")}</p>
      <blockquote>{children}</blockquote>
    </div>
  );
}
