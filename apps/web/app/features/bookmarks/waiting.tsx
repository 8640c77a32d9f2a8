import { IconLanguage } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { BookmarkItem } from "./item.tsx";
import { useNewestUntranslatedBookmarks } from "./queries.ts";

/** The newest untranslated bookmarks, for the start page. */
export function UntranslatedBookmarks() {
  const { t } = useTranslation(["messages", "room"]);
  const emptyState = (
    <EmptyState
      icon={<IconLanguage size={24} stroke={1.6} />}
      title={t("room:bookmarksDoneTitle")}
      text={t("room:bookmarksDoneText")}
    />
  );
  return (
    <LoadedContent query={useNewestUntranslatedBookmarks()} emptyState={emptyState}>
      {(bookmarks) => (
        <ul>
          {bookmarks.map((bookmark) => (
            <li key={bookmark.message.id}>
              <BookmarkItem bookmark={bookmark} />
            </li>
          ))}
        </ul>
      )}
    </LoadedContent>
  );
}
