import type { Bookmark } from "@kakehashi/contract/bookmarks";
import { IconLanguage, IconLanguageOff } from "@tabler/icons-react";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { startLongPressTimer } from "../../kit/long-press.ts";
import { toastError } from "../../kit/toast.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { createLazyComponent, DialogLoadFailedToast } from "../../kit/ui/part.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import styles from "./bookmark-list.module.css";
import { BookmarkItem } from "./item.tsx";
import { removeBookmark, useBookmarkCounts, useBookmarks } from "./queries.ts";

const BookmarkSheet = createLazyComponent(
  async () => (await import("./bookmark-sheet.tsx")).BookmarkSheet,
  DialogLoadFailedToast,
);

/** The list of the messages that the reader has marked for translation. */
export function BookmarkList() {
  const { t } = useTranslation(["messages", "room"]);
  const query = useBookmarks();
  const countQuery = useBookmarkCounts();
  const counts = countQuery.data;
  const emptyState = (
    <EmptyState
      icon={<IconLanguage size={24} stroke={1.6} />}
      title={t("room:bookmarksEmptyTitle")}
      text={t("room:bookmarksEmptyText")}
    />
  );
  return (
    <LoadedContent query={query} rows={5} emptyState={emptyState} queriesToAwait={[countQuery]}>
      {(bookmarks) => (
        <>
          {counts && (
            <p className={styles.counts}>
              {t("room:bookmarkCounts", { open: counts.count_untranslated, done: counts.count_done })}
            </p>
          )}
          <ul className={styles.list}>
            {bookmarks.map((bookmark) => (
              <BookmarkRow key={bookmark.message.id} bookmark={bookmark} />
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}

/** A long press on a bookmark opens its sheet. */
function BookmarkRow({ bookmark }: { bookmark: Bookmark }) {
  const pressTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [longPressedItem, setLongPressedItem] = useState<HTMLElement | null>(null);
  const cancelPress = () => clearTimeout(pressTimer.current);
  return (
    <li
      data-pressable
      onPointerDown={({ pointerType, currentTarget, target }) => {
        // React also sends events from the open sheet to this element. Ignore them, because they would open a second
        // sheet.
        if (pointerType === "touch" && currentTarget.contains(target as Node))
          pressTimer.current = startLongPressTimer(() => setLongPressedItem(currentTarget));
      }}
      onPointerUp={cancelPress}
      onPointerCancel={cancelPress}
      onPointerLeave={cancelPress}
      // Prevents the browser's own menu for links, which would cover the sheet.
      onContextMenu={(event) => {
        const { pointerType } = event.nativeEvent as PointerEvent;
        if (pointerType === "touch" && event.currentTarget.contains(event.target as Node))
          event.preventDefault();
      }}
    >
      <BookmarkItem bookmark={bookmark}>
        <RemoveBookmarkButton bookmark={bookmark} />
      </BookmarkItem>
      {longPressedItem && (
        <Suspense fallback={null}>
          <BookmarkSheet
            message={bookmark.message}
            row={longPressedItem}
            onClose={() => setLongPressedItem(null)}
          />
        </Suspense>
      )}
    </li>
  );
}

function RemoveBookmarkButton({ bookmark: { message } }: { bookmark: Bookmark }) {
  const { t } = useTranslation(["messages", "room"]);
  return (
    <IconButton label={t("room:unmark")} onClick={() => void removeBookmark(message).catch(toastError)}>
      <IconLanguageOff size={18} stroke={1.6} />
    </IconButton>
  );
}
