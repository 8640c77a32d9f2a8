import { getStorageUse } from "@kakehashi/contract/files";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../kit/api.ts";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState } from "../../kit/ui/states.tsx";
import { sizeText } from "../files/size.ts";
import settings from "./settings.module.css";
import styles from "./storage-use.module.css";

/** From this part of the limit on the bar warns. */
const nearlyFull = 0.9;

/** How much room the person's files take, of how much they may. */
export function StorageUse() {
  const { t, i18n } = useTranslation(["account", "common"]);
  const { data, error, refetch } = useQuery({
    queryKey: ["storage-use"],
    // Files come and go elsewhere.
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(getStorageUse, { signal })).data,
  });
  const part = data ? Math.min(1, data.used / data.limit) : 0;
  const text =
    data &&
    t("storageUsed", {
      used: sizeText(data.used, i18n.language),
      limit: sizeText(data.limit, i18n.language),
    });
  return (
    <section id="storage" className={settings.section}>
      <h2>{t("storage")}</h2>
      {error && !data && <FailedState error={error} retry={refetch} />}
      {!error && !data && <SkeletonRows count={1} label={t("common:loading")} />}
      {data && (
        <>
          <p>{text}</p>
          {/* The line above says the same. */}
          <div className={styles.bar} aria-hidden>
            <span data-full={part >= nearlyFull || undefined} style={{ width: `${part * 100}%` }} />
          </div>
          {data.total_full && <p className={styles.full}>{t("storageTotalFull")}</p>}
          <p className={settings.quiet}>
            {t("storageHint")} <Link to="/drive">{t("storageFiles")}</Link>
          </p>
        </>
      )}
    </section>
  );
}
