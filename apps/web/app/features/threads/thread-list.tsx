import { IconMessages } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/ui/button.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { EmptyState, FailedState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./item.module.css";
import { MessageItem } from "./item.tsx";
import { useThreads } from "./queries.ts";

/** The threads that the reader began or replied in. */
export function ThreadList() {
  const { t } = useTranslation(["messages", "conversations", "common"]);
  const format = useFormat();
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
        {threads.map(({ message, conversation, unread_count }) => (
          <li key={message.id}>
            <MessageItem
              message={message}
              conversation={conversation}
              to={`/chat/${conversation.id}?thread=${message.id}`}
              unread={unread_count > 0}
              note={
                unread_count > 0
                  ? t("newReplies", { count: unread_count })
                  : `${t("replies", { count: message.reply_count })} · ${format.stamp(message.last_reply_at ?? message.created_at)}`
              }
            />
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
