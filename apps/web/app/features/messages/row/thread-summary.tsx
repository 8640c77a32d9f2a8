import type { Message } from "@kakehashi/contract/messages";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { Avatar } from "../../../kit/ui/avatar.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { usePeople } from "../../profiles/people.ts";
import { useChatActions } from "../state/chat-context.ts";
import styles from "./thread-summary.module.css";

/**
 * The line under a message with replies: the faces of people who replied, the number of replies, and the time of the
 * last one.
 */
export function ThreadSummary({ message }: { message: Message }) {
  const { t } = useTranslation("messages");
  const { openThread } = useChatActions();
  const format = useFormat();
  const people = usePeople(message.reply_user_ids);
  const { reply_count, last_reply_at } = message;
  if (!openThread) return null;
  return (
    <button type="button" className={styles.threadButton} onClick={() => openThread(message)}>
      <span className={styles.faces}>
        {people.map(
          (person) =>
            person && (
              <Avatar key={person.id} id={person.id} name={person.name} image={person.avatar} size={20} />
            ),
        )}
      </span>
      <span className={styles.count}>{t("replies", { count: reply_count })}</span>
      {last_reply_at && <time dateTime={last_reply_at}>{format.timeOrDay(last_reply_at)}</time>}
    </button>
  );
}
