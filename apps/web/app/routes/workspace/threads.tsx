import { useTranslation } from "react-i18next";
import { ThreadList } from "../../features/threads/thread-list.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import styles from "./list-column.module.css";

export default function ThreadsPage() {
  const { t } = useTranslation("messages");
  return (
    <main className={styles.page}>
      <title>{`${t("threads")} · Kakehashi`}</title>
      <PageHeader title={t("threads")} />
      <div className={styles.scroll}>
        <div className={styles.column}>
          <ThreadList />
        </div>
      </div>
    </main>
  );
}
