import { IconMessages } from "@tabler/icons-react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { FollowButton } from "./follow-button.tsx";
import styles from "./message-excerpt-item.module.css";
import { useFollowedThreads } from "./queries.ts";
import { ThreadItem } from "./thread-item.tsx";

export function ThreadList() {
  const { t } = useTranslation("room");
  const query = useFollowedThreads();
  const emptyState = (
    <EmptyState
      icon={<IconMessages size={24} stroke={1.6} />}
      title={t("threadsEmptyTitle")}
      text={t("threadsEmptyText")}
    />
  );
  return (
    <LoadedContent query={query} rows={5} emptyState={emptyState}>
      {(threads) => (
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
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}
