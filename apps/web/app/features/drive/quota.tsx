import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { formatFileSize } from "../files/size.ts";
import { storageUseQuery } from "./queries.ts";
import styles from "./quota.module.css";

/** The bar shows a warning when this part of the storage limit is used (0 to 1). */
const warningThreshold = 0.9;

/** How much storage the person's files use. */
export function StorageQuota() {
  const { t, i18n } = useTranslation("drive");
  const { data } = useQuery(storageUseQuery);
  if (!data) return <div className={styles.quota} aria-hidden="true" />;
  const { used, limit, total_full } = data;
  const usedShare = limit > 0 ? Math.min(1, used / limit) : 1;
  const isFull = usedShare >= warningThreshold || total_full;
  return (
    <div className={styles.quota} data-full={isFull || undefined}>
      {/* Hide the bar from screen readers, because the text below has the same information. */}
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${usedShare * 100}%` }} />
      </span>
      <p>
        {t("quota", {
          used: formatFileSize(used, i18n.language),
          limit: formatFileSize(limit, i18n.language),
        })}
        {isFull && ` ${t(total_full ? "quotaTotalFull" : "quotaFull")}`}
      </p>
    </div>
  );
}
