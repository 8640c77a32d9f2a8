import { useTranslation } from "../../i18n/use-translation.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import styles from "./plans.module.css";

export interface ConflictActions {
  busy: boolean;
  /**
   * Replaces the form's values with the version that another admin saved. The typed text is discarded, so
   * `ConflictChoice` asks the admin to confirm before it calls this function.
   */
  loadOtherVersion: () => void;
  /** Saves the typed text over the other admin's version. */
  overwriteOtherVersion: () => void;
}

/**
 * Shown when two admins edited the same price plan or the same details of the firm. Lets the admin choose which version
 * to keep.
 */
export function ConflictChoice({ busy, loadOtherVersion, overwriteOtherVersion }: ConflictActions) {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.choices}>
      <Button
        disabled={busy}
        onClick={async () => {
          const question = {
            title: t("takeTheirs"),
            text: t("takeTheirsText"),
            actionLabel: t("takeTheirs"),
          };
          if (await askToConfirm(question)) loadOtherVersion();
        }}
      >
        {t("takeTheirs")}
      </Button>
      <Button loading={busy} onClick={overwriteOtherVersion}>
        {t("keepMine")}
      </Button>
    </div>
  );
}
