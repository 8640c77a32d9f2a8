import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import styles from "./plans.module.css";

export interface Choice {
  busy: boolean;
  /** Shows what the other admin saved; what was typed here is lost, which is asked first. */
  take: () => void;
  /** Saves what was typed here over it. */
  keep: () => void;
}

/** Two admins saved the same thing: which of the two stays. */
export function ConflictChoice({ busy, take, keep }: Choice) {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.choices}>
      <Button
        disabled={busy}
        onClick={async () => {
          const question = { title: t("takeTheirs"), text: t("takeTheirsText"), action: t("takeTheirs") };
          if (await confirm(question)) take();
        }}
      >
        {t("takeTheirs")}
      </Button>
      <Button loading={busy} onClick={keep}>
        {t("keepMine")}
      </Button>
    </div>
  );
}
