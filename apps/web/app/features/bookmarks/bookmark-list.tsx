import type { Bookmark } from "@kakehashi/contract/bookmarks";
import { IconBookmark, IconBookmarkOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toastError } from "../../kit/toast.ts";
import { Button } from "../../kit/ui/button.tsx";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import styles from "./bookmark-list.module.css";
import { BookmarkItem } from "./item.tsx";
import { unmark, useBookmarkCounts, useBookmarks } from "./queries.ts";

/** The messages that the reader marked for translation. */
export function BookmarkList() {
  const { t } = useTranslation(["messages", "conversations", "common"]);
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useBookmarks();
  const counts = useBookmarkCounts();
  if (!data && error) return <FailedState error={error} retry={refetch} busy={isFetching} />;
  if (!data) return <SkeletonRows count={5} label={t("common:loading")} />;
  const bookmarks = data.pages.flatMap((page) => page.data);
  if (bookmarks.length === 0) {
    return (
      <EmptyState
        icon={<IconBookmark size={24} stroke={1.6} />}
        title={t("bookmarksEmptyTitle")}
        text={t("bookmarksEmptyText")}
      />
    );
  }
  return (
    <>
      {counts && (
        <p className={styles.counts}>
          {t("bookmarkCounts", { open: counts.count_untranslated, done: counts.count_done })}
        </p>
      )}
      <ul className={styles.list}>
        {bookmarks.map((bookmark) => (
          <li key={bookmark.message.id}>
            <BookmarkItem bookmark={bookmark}>
              <Unmark bookmark={bookmark} />
            </BookmarkItem>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button kind="quiet" onClick={() => fetchNextPage()} loading={isFetching}>
          {t("conversations:loadMore")}
        </Button>
      )}
    </>
  );
}

function Unmark({ bookmark: { message } }: { bookmark: Bookmark }) {
  const { t } = useTranslation("messages");
  return (
    <IconButton label={t("unmark")} onClick={() => void unmark(message).catch(toastError)}>
      <IconBookmarkOff size={18} stroke={1.6} />
    </IconButton>
  );
}
