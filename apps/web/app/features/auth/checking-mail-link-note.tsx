import { useTranslation } from "react-i18next";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import styles from "./form.module.css";

/** Shown while the server checks the token of a link from a mail. */
export function CheckingMailLinkNote({ page }: { page: string }) {
  const { t } = useTranslation("auth");
  return (
    <p className={styles.note} role="status">
      <PageTitle>{page}</PageTitle>
      {t("checkingLink")}
    </p>
  );
}
