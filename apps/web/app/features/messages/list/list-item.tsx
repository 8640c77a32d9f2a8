import { memo } from "react";
import { ErrorBoundary, ItemErrorBoundary } from "../../../kit/ui/boundary.tsx";
import { DayRow, UnreadLineRow } from "../row/dividers.tsx";
import { SystemLineRow } from "../row/line-row.tsx";
import { MessageRow, PlainTextFallbackRow } from "../row/message-row.tsx";
import { OutgoingMessageRow } from "../row/outgoing-message-row.tsx";
import type { MessageListRow } from "../state/rows.ts";
import { discardUnsentMessage, retryUnsentMessage } from "../state/sends.ts";

interface ListItemProps {
  row: MessageListRow;
  chatKey: string;
  userId: string;
  ownLanguage: string;
  /** Whether the link that opened the page points to this message. */
  isLinked: boolean;
  /** Whether this is the reader's last own message in the room. */
  isLastOwnMessage: boolean;
}

/**
 * One row of the list. The component is memoised, so that it is not rendered again when rows are added above or below.
 */
export const MessageListItem = memo(function MessageListItem({
  row,
  chatKey,
  userId,
  ownLanguage,
  isLinked,
  isLastOwnMessage,
}: ListItemProps) {
  switch (row.kind) {
    case "day":
      return <DayRow label={row.label} />;
    case "unread":
      return <UnreadLineRow />;
    case "line":
      return (
        <ItemErrorBoundary resetKey={row.lines}>
          <SystemLineRow lines={row.lines} />
        </ItemErrorBoundary>
      );
    case "message":
      return (
        <ErrorBoundary
          resetKey={row.message}
          fallback={() => <PlainTextFallbackRow id={row.message.id} content={row.message.content} />}
        >
          <MessageRow
            message={row.message}
            isGrouped={row.isGrouped}
            isLinkTarget={isLinked}
            isLastOwnMessage={isLastOwnMessage}
          />
        </ErrorBoundary>
      );
    case "send":
      return (
        <ErrorBoundary
          resetKey={row.outgoingMessage}
          fallback={() => <PlainTextFallbackRow content={row.outgoingMessage.content} />}
        >
          <OutgoingMessageRow
            send={row.outgoingMessage}
            isGrouped={row.isGrouped}
            userId={userId}
            language={ownLanguage}
            onRetry={retryUnsentMessage}
            onDiscard={(clientId) => discardUnsentMessage(chatKey, clientId)}
          />
        </ErrorBoundary>
      );
  }
});
