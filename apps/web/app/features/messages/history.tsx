import { listRevisions } from "@kakehashi/contract/changes";
import type { Message } from "@kakehashi/contract/messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../kit/api.ts";
import { Button } from "../../kit/ui/button.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { SkeletonRows } from "../../kit/ui/skeleton.tsx";
import { FailedState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./history.module.css";
import { MessageText } from "./message-text.tsx";

/** What a message said before each edit. */
export function History({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(["messages", "common"]);
  const format = useFormat();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ["revisions", message.id, message.revision],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const params = { id: message.conversation_id, mid: message.id };
      const query = pageParam === undefined ? {} : { before: pageParam };
      return call(listRevisions, { params, query, signal });
    },
    getNextPageParam: ({ data, meta }) => (meta.above ? data[0]?.revision : undefined),
  });
  // Pages come newest first, the words within a page oldest first.
  const revisions = data?.pages.toReversed().flatMap((page) => page.data);
  return (
    <Dialog opened onClose={onClose} title={t("history")} width={560}>
      {!data && error && <FailedState error={error} retry={refetch} />}
      {!data && !error && <SkeletonRows count={2} label={t("common:loading")} />}
      {data && error && <FailedState error={error} retry={() => void fetchNextPage()} />}
      {hasNextPage && !error && (
        <Button kind="quiet" disabled={isFetching} onClick={() => void fetchNextPage()}>
          {t("historyOlder")}
        </Button>
      )}
      <ol className={styles.list}>
        {revisions?.map(({ revision, content, language, created_at }) => (
          <li key={revision}>
            <time className={styles.time} dateTime={created_at}>
              {format.full(created_at)}
            </time>
            <div className={styles.words} lang={language}>
              <MessageText content={content} />
            </div>
          </li>
        ))}
        <li>
          <p className={styles.time}>{t("now")}</p>
          <div className={styles.words} lang={message.language}>
            <MessageText content={message.content} />
          </div>
        </li>
      </ol>
    </Dialog>
  );
}
