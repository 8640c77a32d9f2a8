import { IconMessages } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import { FollowButton } from "./follow-button.tsx";
import styles from "./item.module.css";
import { useThreads } from "./queries.ts";
import { ThreadItem } from "./thread-item.tsx";

/** The threads that the reader follows. */
export function ThreadList() {
  const { t } = useTranslation(["messages", "conversations", "common"]);
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useThreads();
  if (!data && error) return <FailedState error={error} retry={refetch} busy={isFetching} />;
  if (!data) return <SkeletonRows count={5} label={t("common:loading")} />;
  const threads = data.pages.flatMap((page) => page.data);
  if (threads.length === 0) {
    return (
      <EmptyState
        icon={<IconMessages size={24} stroke={1.6} />}
        title={t("threadsEmptyTitle")}
        text={t("threadsEmptyText")}
      />
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {threads.map((thread) => (
          <li key={thread.message.id}>
            <ThreadItem thread={thread}>
              <FollowButton thread={thread} />
            </ThreadItem>
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
