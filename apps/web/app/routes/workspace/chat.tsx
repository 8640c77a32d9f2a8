import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useParams } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { ListPane } from "../../features/conversations/list-pane.tsx";
import { KeyMap } from "../../features/messages/key-map.tsx";
import { useOpenAhead } from "../../features/messages/open-ahead.ts";
import { useUnreadThreads } from "../../features/threads/queries.ts";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import styles from "./chat.module.css";

const BookmarkList = lazy(async () => ({
  default: (await import("../../features/bookmarks/bookmark-list.tsx")).BookmarkList,
}));
const ThreadList = lazy(async () => ({
  default: (await import("../../features/threads/thread-list.tsx")).ThreadList,
}));

export default function Chat() {
  const { t } = useTranslation();
  const account = useAccount();
  const { conversationId } = useParams();
  const unreadThreads = useUnreadThreads();
  const openAhead = useOpenAhead();
  if (!account) return null;
  const loading = <SkeletonRows count={4} label={t("loading")} />;
  return (
    <main className={styles.chat} data-open={conversationId ? true : undefined}>
      <div className={styles.list} {...openAhead}>
        <ListPane
          userId={account.id}
          alone={conversationId === undefined}
          bookmarks={
            <Suspense fallback={loading}>
              <BookmarkList />
            </Suspense>
          }
          threads={
            <Suspense fallback={loading}>
              <ThreadList />
            </Suspense>
          }
          unreadThreads={unreadThreads}
        />
      </div>
      <Outlet />
      <KeyMap />
    </main>
  );
}
