import { useTranslation } from "../../i18n/use-translation.tsx";
import { DocumentTitle } from "../../kit/ui/document-title.tsx";
import styles from "./form.module.css";

/** Shown while the server checks the token of a link from a mail. */
export function CheckingMailLinkNote({ page }: { page: string }) {
  const { t } = useTranslation("auth");
  return (
    <p className={styles.note} role="status">
      <DocumentTitle>{page}</DocumentTitle>
      {t("checkingLink")}
    </p>
  );
}
