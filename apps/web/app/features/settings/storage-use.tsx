import { getStorageUse } from "@kakehashi/contract/files";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { formatFileSize } from "../files/size.ts";
import settings from "./settings.module.css";
import styles from "./storage-use.module.css";

/** The bar shows a warning when this share of the storage limit is used. 0.5 would mean half of it. */
const warningUsedShare = 0.9;

/** How much storage the person's files use. */
export function StorageUse() {
  const { t, i18n } = useTranslation("account");
  const query = useQuery({
    queryKey: ["storage-use"],
    // Fetch the used storage each time the page opens, because uploads elsewhere change it.
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(getStorageUse, { signal })).data,
  });
  const formatSize = (bytes: number) => formatFileSize(bytes, i18n.language);
  return (
    <section id="storage" className={settings.section}>
      <h2>{t("storage")}</h2>
      <LoadedContent query={query} rows={1}>
        {({ used, limit, total_full }) => (
          <>
            <p>{t("storageUsed", { used: formatSize(used), limit: formatSize(limit) })}</p>
            {/* Hide the bar from screen readers, because the text above has the same information. */}
            <div className={styles.bar} aria-hidden>
              <span
                data-full={used / limit >= warningUsedShare || undefined}
                style={{ width: `${Math.min(1, used / limit) * 100}%` }}
              />
            </div>
            {total_full && <p className={styles.fullNote}>{t("storageTotalFull")}</p>}
            <p className={settings.mutedText}>
              {t("storageHint")} <Link to="/drive">{t("storageFiles")}</Link>
            </p>
          </>
        )}
      </LoadedContent>
    </section>
  );
}
