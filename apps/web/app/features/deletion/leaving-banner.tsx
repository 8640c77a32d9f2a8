import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { tabStorage } from "../../kit/storage.ts";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./delete-account.module.css";
import { useKeeping } from "./use-keeping.ts";

/** The storage key that remembers, per tab, that the question was asked. */
const asked = "asked-to-keep";

/** A banner for somebody who planned to delete their account: offers to cancel that. */
export function LeavingBanner({ due }: { due: string }) {
  const { t } = useTranslation("leaving");
  const format = useFormat();
  const { keep, isPending } = useKeeping();
  useEffect(() => {
    if (tabStorage.read(asked) === due) return;
    tabStorage.write(asked, due);
    const text = t("keepText", { time: format.full(due) });
    void confirm({ title: t("keepTitle"), text, action: t("keep") }).then((sure) => {
      if (sure) keep();
    });
  }, [due, format, keep, t]);
  return (
    <p className={styles.banner} role="status">
      <span>{t("planned", { time: format.full(due) })}</span>
      <button type="button" className={styles.keepButton} disabled={isPending} onClick={keep}>
        {t("keep")}
      </button>
    </p>
  );
}
