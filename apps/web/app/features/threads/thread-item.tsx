import type { Thread } from "@kakehashi/contract/threads";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../kit/use-format.ts";
import { DraftMark } from "../messages/draft-mark.tsx";
import { keyOf } from "../messages/place.ts";
import { MessageItem } from "./item.tsx";
import { shownOf } from "./shown.ts";

/** A thread in a list, and what is new in it. */
export function ThreadItem({ thread, children }: { thread: Thread; children?: ReactNode }) {
  const { message, conversation, unread_count } = thread;
  const { t } = useTranslation("messages");
  const format = useFormat();
  return (
    <MessageItem
      message={shownOf(thread)}
      conversation={conversation}
      to={`/chat/${conversation.id}?thread=${message.id}`}
      unread={unread_count > 0}
      note={
        <>
          {unread_count > 0
            ? t("newReplies", { count: unread_count })
            : `${t("replies", { count: message.reply_count })} · ${format.stamp(message.last_reply_at ?? message.created_at)}`}{" "}
          <DraftMark id={keyOf(conversation.id, message.id)} />
        </>
      }
    >
      {children}
    </MessageItem>
  );
}
