import { addressOf } from "@kakehashi/contract/address";
import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { ReactNode } from "react";
import { TranslationState } from "../../kit/ui/badge.tsx";
import { MessageItem } from "../threads/item.tsx";
import { markRead } from "./queries.ts";

interface Props {
  bookmark: Bookmark;
  /** What can be done with it, beside it. */
  children?: ReactNode;
}

/** A message that the reader marked for translation, and how far that is. */
export function BookmarkItem({ bookmark: { message, conversation, done, unread }, children }: Props) {
  return (
    <MessageItem
      message={message}
      conversation={conversation}
      to={addressOf(conversation.id, message.id, message.parent_id)}
      unread={unread}
      note={<TranslationState state={done ? "TRANSLATED" : "NEEDS_TRANSLATION"} />}
      onOpen={() => {
        // Seen is seen: a mark that gets lost is made again the next time.
        if (unread) void markRead(message).catch(() => undefined);
      }}
    >
      {children}
    </MessageItem>
  );
}
