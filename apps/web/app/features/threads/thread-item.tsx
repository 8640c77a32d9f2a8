import type { Thread } from "@kakehashi/contract/threads";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";
import { MessageItem } from "./item.tsx";

/** A thread by its first message, and what is new in it. */
export function ThreadItem({ thread: { message, conversation, unread_count } }: { thread: Thread }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  return (
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
  );
}
