import type { Thread } from "@kakehashi/contract/threads";
import { type ReactNode, use } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";
import { RowMarkContext } from "../conversations/row.tsx";
import { MessageItem } from "./item.tsx";
import { representativeOf } from "./shown.ts";

/** A thread in a list, with its unread replies. */
export function ThreadItem({ thread, children }: { thread: Thread; children?: ReactNode }) {
  const { message, conversation, unread_count } = thread;
  const { t } = useTranslation(["messages", "room"]);
  const format = useFormat();
  const Mark = use(RowMarkContext);
  return (
    <MessageItem
      message={representativeOf(thread)}
      conversation={conversation}
      to={`/chat/${conversation.id}?thread=${message.id}`}
      unread={unread_count > 0}
      note={
        <>
          {unread_count > 0
            ? t("room:newReplies", { count: unread_count })
            : `${t("replies", { count: message.reply_count })} · ${format.timeOrDay(message.last_reply_at ?? message.created_at)}`}{" "}
          {Mark && <Mark id={conversation.id} threadId={message.id} />}
        </>
      }
    >
      {children}
    </MessageItem>
  );
}
