import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import styles from "./plans.module.css";

export interface ConflictActions {
  busy: boolean;
  /**
   * Replaces the form's values with the version that another admin saved. Asks first, because the typed text is
   * discarded.
   */
  loadTheirs: () => void;
  /** Saves the typed text over the other admin's version. */
  overwriteTheirs: () => void;
}

/** Shown when two admins changed the same thing. Lets the admin choose which of the two versions to keep. */
export function ConflictChoice({ busy, loadTheirs, overwriteTheirs }: ConflictActions) {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.choices}>
      <Button
        disabled={busy}
        onClick={async () => {
          const question = { title: t("takeTheirs"), text: t("takeTheirsText"), action: t("takeTheirs") };
          if (await confirm(question)) loadTheirs();
        }}
      >
        {t("takeTheirs")}
      </Button>
      <Button loading={busy} onClick={overwriteTheirs}>
        {t("keepMine")}
      </Button>
    </div>
  );
}
