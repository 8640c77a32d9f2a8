import { listMessageRevisions } from "@kakehashi/contract/changes";
import type { Message } from "@kakehashi/contract/messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { call } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/ui/dialog.tsx";
import { LoadedContent, LoadMoreButton } from "../../../kit/ui/loaded.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { FoldableText } from "./foldable-text.tsx";
import styles from "./history.module.css";

export function MessageHistoryDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { t } = useTranslation(["messages", "room"]);
  const format = useFormat();
  const query = useInfiniteQuery({
    queryKey: ["revisions", message.id, message.revision],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ signal, pageParam }) => {
      const params = { id: message.conversation_id, mid: message.id };
      const query = pageParam === undefined ? {} : { before: pageParam };
      return call(listMessageRevisions, { params, query, signal });
    },
    getNextPageParam: ({ data, meta }) => (meta.above ? data[0]?.revision : undefined),
    // The pages arrive with the newest first, but the revisions within a page with the oldest first. So reverse only
    // the pages.
    select: ({ pages }) => pages.toReversed().flatMap((page) => page.data),
  });
  return (
    <Dialog opened onClose={onClose} title={t("room:history")} widthPx={560}>
      <LoadedContent query={query} rows={2}>
        {(revisions) => (
          <>
            <LoadMoreButton query={query} label={t("room:historyOlder")} />
            <ol className={styles.list}>
              {revisions.map(({ revision, content, language, created_at }) => (
                <li key={revision}>
                  <time className={styles.time} dateTime={created_at}>
                    {format.fullDateTime(created_at)}
                  </time>
                  <div className={styles.versionText} lang={language}>
                    <FoldableText id={`${message.id} ${revision}`} content={content} />
                  </div>
                </li>
              ))}
              <li>
                <p className={styles.time}>{t("room:now")}</p>
                <div className={styles.versionText} lang={message.language}>
                  <FoldableText id={`${message.id} now`} content={message.content} />
                </div>
              </li>
            </ol>
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}
