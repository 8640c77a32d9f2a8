import { useTranslation } from "react-i18next";
import { PageTitle } from "../../kit/ui/page-title.tsx";
import styles from "./form.module.css";

/** In the place of a page that a mail led to, until the server has said what its link does. */
export function CheckingLink({ page }: { page: string }) {
  const { t } = useTranslation("auth");
  return (
    <p className={styles.note} role="status">
      <PageTitle>{page}</PageTitle>
      {t("checkingLink")}
    </p>
  );
}
