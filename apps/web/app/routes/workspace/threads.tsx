import { useTranslation } from "react-i18next";
import { ThreadList } from "../../features/threads/thread-list.tsx";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import styles from "./list-column.module.css";

export const handle: PageHandle = { title: "messages:threads", texts: ["room"] };

export async function clientLoader() {
  await loadTexts("room");
  return null;
}
export const shouldRevalidate = () => false;

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
