import type { Bookmark } from "@kakehashi/contract/bookmarks";
import { IconLanguage, IconLanguageOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toastError } from "../../kit/toast.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Loaded, LoadMore } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./bookmark-list.module.css";
import { BookmarkItem } from "./item.tsx";
import { unmark, useBookmarkCounts, useBookmarks } from "./queries.ts";

/** The messages that the reader marked for translation. */
export function BookmarkList() {
  const { t } = useTranslation("messages");
  const query = useBookmarks();
  const counts = useBookmarkCounts();
  const empty = (
    <EmptyState
      icon={<IconLanguage size={24} stroke={1.6} />}
      title={t("bookmarksEmptyTitle")}
      text={t("bookmarksEmptyText")}
    />
  );
  return (
    <Loaded query={query} rows={5} empty={empty}>
      {(bookmarks) => (
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
          <LoadMore query={query} />
        </>
      )}
    </Loaded>
  );
}

function Unmark({ bookmark: { message } }: { bookmark: Bookmark }) {
  const { t } = useTranslation("messages");
  return (
    <IconButton label={t("unmark")} onClick={() => void unmark(message).catch(toastError)}>
      <IconLanguageOff size={18} stroke={1.6} />
    </IconButton>
  );
}
