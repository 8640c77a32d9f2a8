import { createMessagePath } from "@kakehashi/contract/address";
import type { Bookmark } from "@kakehashi/contract/bookmarks";
import type { ReactNode } from "react";
import { TranslationStateLabel } from "../../kit/ui/badge.tsx";
import { MessageExcerptItem } from "../threads/message-excerpt-item.tsx";
import { markBookmarkAsRead } from "./queries.ts";
import { bookmarkTranslationStateOf } from "./state.ts";

interface BookmarkItemProps {
  bookmark: Bookmark;
  /** The buttons beside a bookmarked message. */
  children?: ReactNode;
}

/** A message that the reader has marked for translation, with the state of the translation. */
export function BookmarkItem({ bookmark, children }: BookmarkItemProps) {
  const { message, conversation, unread } = bookmark;
  return (
    <MessageExcerptItem
      message={message}
      conversation={conversation}
      to={createMessagePath(conversation.id, message.id, message.parent_id)}
      unread={unread}
      note={<TranslationStateLabel state={bookmarkTranslationStateOf(bookmark)} />}
      onOpen={() => {
        // If the request that marks the bookmark as seen fails, do nothing: the request is repeated when the bookmark
        // is opened again.
        if (unread) void markBookmarkAsRead(message).catch(() => undefined);
      }}
    >
      {children}
    </MessageExcerptItem>
  );
}
