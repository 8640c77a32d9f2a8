import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./delete-account.module.css";
import { useCancelDeletion } from "./use-cancel-deletion.ts";

/** Shows when the account will be deleted, with a button that cancels the deletion. */
export function PlannedDeletionNote({ dueAt }: { dueAt: string }) {
  const { t } = useTranslation("leaving");
  const format = useFormat();
  const { cancelDeletion, isPending } = useCancelDeletion();
  return (
    <div className={styles.plannedDeletion}>
      <p>{t("planned", { time: format.fullDateTime(dueAt) })}</p>
      <Button kind="primary" loading={isPending} onClick={() => cancelDeletion()}>
        {t("keep")}
      </Button>
    </div>
  );
}
