import { useEffect } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { tabStorage } from "../../kit/storage.ts";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./delete-account.module.css";
import { useCancelDeletion } from "./use-cancel-deletion.ts";

/**
 * The key in `sessionStorage` under which this tab remembers that it has asked the person whether to keep the account.
 */
const keepAccountAskedStorageKey = "asked-to-keep";

/** A banner for a person who planned to delete their account. A button cancels the deletion. */
export function PlannedDeletionBanner({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation("leaving");
  const format = useFormat();
  const { cancelDeletion, isPending } = useCancelDeletion();
  useEffect(() => {
    if (tabStorage.read(keepAccountAskedStorageKey) === dueAt) return;
    tabStorage.write(keepAccountAskedStorageKey, dueAt);
    const text = t("keepText", { time: format.fullDateTime(dueAt) });
    void askToConfirm({ title: t("keepTitle"), text, actionLabel: t("keep") }).then((isConfirmed) => {
      if (isConfirmed) cancelDeletion();
    });
  }, [dueAt, format, cancelDeletion, t]);
  return (
    <p className={styles.banner} role="status">
      <span>{t("planned", { time: format.fullDateTime(dueAt) })}</span>
      <button type="button" className={styles.keepButton} disabled={isPending} onClick={cancelDeletion}>
        {t("keep")}
      </button>
    </p>
  );
}
