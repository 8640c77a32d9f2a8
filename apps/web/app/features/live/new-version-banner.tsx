import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { pageBuildCheckEnvironment, watchForNewBuild } from "../../kit/build.ts";
import styles from "./new-version-banner.module.css";

/** A banner that says that a new version is available. The reader decides when to reload. */
export function NewVersionBanner() {
  const { t } = useTranslation("live");
  const [isBuildOutdated, setIsBuildOutdated] = useState(false);
  useEffect(() => watchForNewBuild(() => setIsBuildOutdated(true), pageBuildCheckEnvironment), []);
  return (
    <div className={styles.region} role="status">
      {isBuildOutdated && (
        <p className={styles.banner}>
          <span>{t("newVersion")}</span>
          <button type="button" className={styles.bannerButton} onClick={() => location.reload()}>
            {t("reload")}
          </button>
          <button type="button" className={styles.bannerButton} onClick={() => setIsBuildOutdated(false)}>
            {t("later")}
          </button>
        </p>
      )}
    </div>
  );
}
