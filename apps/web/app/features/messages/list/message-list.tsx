import { memo } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { onMessageKey } from "../row/message-shortcut-keys.ts";
import { useChatActions } from "../state/chat-context.ts";
import type { ChatState } from "../state/chats.ts";
import { useChat } from "../state/use-chat.ts";
import { useMessageActions } from "../state/use-message-actions.ts";
import { type MessageListProps, MessageRows } from "./message-rows.tsx";

/**
 * The list of a chat's messages. It is memoised, so that other changes of the conversation do not render the messages
 * again. `useTranslation` is called here and not in `MessageRows`, because `MessageRows` renders in every frame of
 * scrolling.
 */
export const MessageList = memo(function MessageList(props: MessageListProps) {
  const timeline = useChat(props.chatKey, getTimeline);
  const { t } = useTranslation("messages");
  const format = useFormat();
  const room = useChatActions();
  const messageActions = useMessageActions();
  if (!timeline) return null;
  const { messages } = timeline;
  return (
    <MessageRows
      {...props}
      timeline={timeline}
      t={t}
      format={format}
      label={t("list")}
      onKeyDown={(event) => onMessageKey(event, { messages, room, messageActions })}
    />
  );
});
const getTimeline = ({ timeline }: ChatState) => timeline;
