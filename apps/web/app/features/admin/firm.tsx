import type { Firm } from "@kakehashi/contract/firm";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./admin.module.css";
import { FirmForm } from "./firm-form.tsx";
import { firmQuery } from "./firm-queries.ts";

/** The admin page that edits the firm's details on the public site. */
export function FirmAdmin() {
  return (
    <LoadedContent query={useQuery(firmQuery)} rows={6}>
      {(firm) => <LoadedFirmDetails firm={firm} />}
    </LoadedContent>
  );
}

function LoadedFirmDetails({ firm }: { firm: Firm }) {
  const { t, i18n } = useTranslation("desk");
  const format = useFormat();
  const { changed_by: name, updated_at } = firm;
  const updatedAt = updated_at && format.fullDateTime(updated_at);
  return (
    <>
      <p className={styles.mutedText}>
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
      <FirmForm firm={firm} />
      {updatedAt && (
        <p className={styles.mutedText}>
          {name ? t("firmSavedBy", { name, when: updatedAt }) : t("firmSaved", { when: updatedAt })}
        </p>
      )}
    </>
  );
}
