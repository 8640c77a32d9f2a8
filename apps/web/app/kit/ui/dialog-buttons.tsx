import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "./button.tsx";
import styles from "./dialog-buttons.module.css";

interface DialogButtonsProps {
  onCancel: () => void;
  isSubmitting: boolean;
  /** The verb on the submit button. */
  children: ReactNode;
}

/** The two buttons at the end of a dialog's form: one closes the dialog, and the other submits the form. */
export function DialogButtons({ onCancel, isSubmitting, children }: DialogButtonsProps) {
  const { t } = useTranslation("common");
  return (
    <div className={styles.buttons}>
      <Button onClick={onCancel}>{t("cancel")}</Button>
      <Button type="submit" kind="primary" loading={isSubmitting}>
        {children}
      </Button>
    </div>
  );
}
