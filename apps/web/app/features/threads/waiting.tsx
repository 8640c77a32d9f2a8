import type { Notification } from "@kakehashi/contract/notifications";
import type { Thread } from "@kakehashi/contract/threads";
import { IconAt } from "@tabler/icons-react";
import { Link } from "react-router";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { combineQueries } from "../../kit/combine-queries.ts";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { EmptyState } from "../../kit/ui/states.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { markNotificationAsRead, useUnreadMentionList } from "../notifications/queries.ts";
import { createNotificationPath, useNotificationTextFormatter } from "../notifications/sentence.ts";
import styles from "./message-excerpt-item.module.css";
import { useNewestUnreadThreads } from "./queries.ts";
import { ThreadItem } from "./thread-item.tsx";

/** The start page shows at most this many mentions. */
const maxMentions = 3;

/** Unread mentions and threads, for the start page. */
export function UnreadMentionsAndThreads() {
  return (
    <LoadedContent query={combineQueries([useUnreadMentionList(), useNewestUnreadThreads()])}>
      {([mentions, threads]) => <UnreadList unreadMentions={mentions} threads={threads} />}
    </LoadedContent>
  );
}

function UnreadList({
  unreadMentions,
  threads,
}: {
  unreadMentions: readonly Notification[];
  threads: readonly Thread[];
}) {
  const { t } = useTranslation(["messages", "room"]);
  // Leave out mentions in replies. A mention makes the reader follow the thread, so the list of threads already
  // contains it.
  const mentions = unreadMentions.filter(({ data }) => !data.parent_id).slice(0, maxMentions);
  if (mentions.length + threads.length === 0) {
    return (
      <EmptyState
        icon={<IconAt size={24} stroke={1.6} />}
        title={t("room:calmTitle")}
        text={t("room:calmText")}
      />
    );
  }
  return (
    <ul>
      {mentions.map((mention) => (
        <li key={mention.id}>
          <WaitingMention mention={mention} />
        </li>
      ))}
      {threads.map((thread) => (
        <li key={thread.message.id}>
          <ThreadItem thread={thread} />
        </li>
      ))}
    </ul>
  );
}

function WaitingMention({ mention }: { mention: Notification }) {
  const { t } = useTranslation(["messages", "room"]);
  const sentence = useNotificationTextFormatter();
  const format = useFormat();
  return (
    <article className={styles.item} data-unread>
      <Link
        className={styles.link ?? ""}
        to={createNotificationPath(mention)}
        // If the request to mark the mention as read fails, opening the mention again repeats the request.
        onClick={() => void markNotificationAsRead(mention.id).catch(() => undefined)}
      >
        <span className={styles.conversation}>
          {t("room:mention")}
          <time dateTime={mention.created_at}>{format.timeOrDay(mention.created_at)}</time>
        </span>
        <span className={styles.author}>{sentence(mention)}</span>
      </Link>
    </article>
  );
}
