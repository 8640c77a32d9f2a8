import { useTranslation } from "react-i18next";
import { useAccount } from "../../features/auth/session.ts";
import { SignInPrompt } from "../../features/auth/sign-in-prompt.tsx";
import { BookmarkList } from "../../features/bookmarks/bookmark-list.tsx";
import type { PageHandle } from "../../kit/page.ts";
import { PageHeader } from "../../kit/ui/page-header.tsx";
import styles from "./list-column.module.css";

export const handle: PageHandle = { title: "messages:bookmarks" };

export default function BookmarksPage() {
  const { t } = useTranslation("messages");
  const account = useAccount();
  if (!account) return <SignInPrompt title={t("bookmarks")} />;
  return (
    <main className={styles.page}>
      <title>{`${t("bookmarks")} · Kakehashi`}</title>
      <PageHeader title={t("bookmarks")} />
      <div className={styles.scroll}>
        <div className={styles.column}>
          <BookmarkList />
        </div>
      </div>
    </main>
  );
}
