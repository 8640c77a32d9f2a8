import { useTranslation } from "react-i18next";
import { enter } from "../../features/auth/enter.ts";
import { ThreadList } from "../../features/threads/thread-list.tsx";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import type { Route } from "./+types/threads.ts";
import styles from "./list-column.module.css";

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => enter(request, "auth");

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
