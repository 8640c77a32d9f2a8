import { useTranslation } from "react-i18next";
import { Mark } from "../../kit/ui/mark.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import styles from "./shell.module.css";

/** The workspace's outline while it loads. */
export function Shell() {
  const { t } = useTranslation();
  return (
    <div className={styles.shell}>
      <title>Kakehashi</title>
      <div className={styles.rail}>
        <Mark size={26} title="Kakehashi" />
      </div>
      <div className={styles.list}>
        <div className={styles.bar} />
        <SkeletonRows count={7} label={t("loading")} />
      </div>
      <div className={styles.main}>
        <div className={styles.bar} />
      </div>
    </div>
  );
}
