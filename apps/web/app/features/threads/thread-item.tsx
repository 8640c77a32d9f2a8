import type { Thread } from "@kakehashi/contract/threads";
import { type ReactNode, use } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { DraftMarkComponentContext } from "../conversations/row.tsx";
import { MessageExcerptItem } from "./message-excerpt-item.tsx";
import { representativeMessageOf } from "./shown-message.ts";

export function ThreadItem({ thread, children }: { thread: Thread; children?: ReactNode }) {
  const { message, conversation, unread_count } = thread;
  const { t } = useTranslation(["messages", "room"]);
  const format = useFormat();
  const DraftMark = use(DraftMarkComponentContext);
  return (
    <MessageExcerptItem
      message={representativeMessageOf(thread)}
      conversation={conversation}
      to={`/chat/${conversation.id}?thread=${message.id}`}
      unread={unread_count > 0}
      note={
        <>
          {unread_count > 0
            ? t("room:newReplies", { count: unread_count })
            : `${t("replies", { count: message.reply_count })} · ${format.timeOrDay(message.last_reply_at ?? message.created_at)}`}{" "}
          {DraftMark && <DraftMark id={conversation.id} threadId={message.id} />}
        </>
      }
    >
      {children}
    </MessageExcerptItem>
  );
}
