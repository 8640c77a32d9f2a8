import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./admin.module.css";
import { FirmForm } from "./firm-form.tsx";
import { firmQuery } from "./firm-queries.ts";

/** What the firm states about itself on the public site. */
export function FirmDetails() {
  const { t, i18n } = useTranslation(["desk", "common"]);
  const format = useFormat();
  const { data, error, refetch } = useQuery(firmQuery);
  if (error && !data) return <FailedState error={error} retry={refetch} />;
  if (!data) return <SkeletonRows count={6} label={t("common:loading")} />;
  const { changed_by: name, updated_at } = data;
  const when = updated_at && format.full(updated_at);
  return (
    <>
      <p className={styles.quiet}>
        {t("firmNote")}{" "}
        <a
          className={styles.link}
          href={i18n.language === "vi" ? "/vi/contact" : "/contact"}
          target="_blank"
          rel="noreferrer"
        >
          {t("openSite")}
        </a>
      </p>
      <FirmForm firm={data} />
      {when && (
        <p className={styles.quiet}>{name ? t("firmSavedBy", { name, when }) : t("firmSaved", { when })}</p>
      )}
    </>
  );
}
