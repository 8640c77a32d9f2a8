import { IconBookmark } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import { BookmarkItem } from "./item.tsx";
import { useWaitingBookmarks } from "./queries.ts";

/** The last few messages that the reader marked and nobody has translated yet, for a start page. */
export function WaitingBookmarks() {
  const { t } = useTranslation(["messages", "common"]);
  const { data, error, refetch, isFetching } = useWaitingBookmarks();
  if (!data && error) return <FailedState error={error} retry={refetch} busy={isFetching} />;
  if (!data) return <SkeletonRows count={3} label={t("common:loading")} />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<IconBookmark size={24} stroke={1.6} />}
        title={t("bookmarksDoneTitle")}
        text={t("bookmarksDoneText")}
      />
    );
  }
  return (
    <ul>
      {data.map((bookmark) => (
        <li key={bookmark.message.id}>
          <BookmarkItem bookmark={bookmark} />
        </li>
      ))}
    </ul>
  );
}
