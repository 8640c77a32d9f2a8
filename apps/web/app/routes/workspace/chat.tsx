import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useParams } from "react-router";
import { useAccount } from "../../features/auth/session.ts";
import { useBookmarkCounts } from "../../features/bookmarks/queries.ts";
import { ListPane } from "../../features/conversations/list-pane.tsx";
import { useOpenAhead } from "../../features/messages/list/open-ahead.ts";
import { useUnreadThreads } from "../../features/threads/queries.ts";
import { loadTexts } from "../../i18n/browser.ts";
import type { PageHandle } from "../../kit/page.ts";
import { PaneBoundary } from "../../kit/ui/boundary.tsx";
import { part } from "../../kit/ui/part.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import styles from "./chat.module.css";

export const handle: PageHandle = { title: "conversations:title" };

const BookmarkList = part(
  async () => (await import("../../features/bookmarks/bookmark-list.tsx")).BookmarkList,
);
const ThreadList = part(async () => {
  const [list] = await Promise.all([
    import("../../features/threads/thread-list.tsx").then(({ ThreadList }) => ThreadList),
    loadTexts("room"),
  ]);
  return list;
});

// Made once: the pane is not drawn again at each navigation.
const bookmarks = (
  <Ahead>
    <BookmarkList />
  </Ahead>
);
const threads = (
  <Ahead>
    <ThreadList />
  </Ahead>
);

export default function Chat() {
  const account = useAccount();
  const { conversationId } = useParams();
  const unreadThreads = useUnreadThreads();
  const openMarks = useBookmarkCounts()?.count_untranslated ?? 0;
  const openAhead = useOpenAhead();
  if (!account) return null;
  return (
    <main className={styles.chat} data-open={conversationId ? true : undefined}>
      <div className={styles.list} {...openAhead}>
        <PaneBoundary>
          <ListPane
            userId={account.id}
            alone={conversationId === undefined}
            bookmarks={bookmarks}
            threads={threads}
            unreadThreads={unreadThreads}
            openMarks={openMarks}
          />
        </PaneBoundary>
      </div>
      <PaneBoundary of={conversationId}>
        <Outlet />
      </PaneBoundary>
    </main>
  );
}

/** Bones in the place of what is on its way. */
function Ahead({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return <Suspense fallback={<SkeletonRows count={4} label={t("loading")} />}>{children}</Suspense>;
}
