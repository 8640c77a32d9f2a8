import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./delete-account.module.css";
import { useKeeping } from "./use-keeping.ts";

/** When the account will be deleted, and a button to keep it. */
export function Planned({ due }: { due: string }) {
  const { t } = useTranslation("leaving");
  const format = useFormat();
  const { keep, isPending } = useKeeping();
  return (
    <div className={styles.plannedDeletion}>
      <p>{t("planned", { time: format.full(due) })}</p>
      <Button kind="primary" loading={isPending} onClick={() => keep()}>
        {t("keep")}
      </Button>
    </div>
  );
}
