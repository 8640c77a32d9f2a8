import type { RoomRole } from "@kakehashi/contract/conversations";
import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { memo, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { loadTexts } from "../../i18n/browser.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../kit/ui/part.tsx";
import { translateMessageForReader } from "../conversations/in-reader-language.ts";
import { useMentionableMembers } from "../conversations/members.ts";
import { DropArea } from "../files/attaching.tsx";
import type { MessageFilesToSend } from "../files/send-with-files.ts";
import { type TalkAudience, useComposerPeople } from "./chat-audience.ts";
import { ChatPlaceholder } from "./chat-placeholder.tsx";
import { type ComposerHandle, MessageComposer } from "./composer/composer.tsx";
import styles from "./conversation-view.module.css";
import { MessageList } from "./list/message-list.tsx";
import { type ChatActions, ChatActionsContext } from "./state/chat-context.ts";
import { noteDraftKeyOf, parseChatKey } from "./state/chat-key.ts";
import { type ChatState, chatStateOf } from "./state/chats.ts";
import { openChat } from "./state/open-chat.ts";
import type { ReadTracker } from "./state/read-tracker.ts";
import { sendToChat } from "./state/sends.ts";
import type { QueuedMessage } from "./state/stored-sends.ts";
import { useChat } from "./state/use-chat.ts";
import { useEditing } from "./state/use-editing.ts";
import { useOpenChatWhileMounted } from "./use-open-chat-while-mounted.ts";

// Load the announcer after the messages, because it announces only messages that arrive later.
const MessageAnnouncer = createLazyComponent(
  async () => (await Promise.all([import("./list/announcer.tsx"), loadTexts("room")]))[0].MessageAnnouncer,
  EmptyLoadFailedFallback,
);
const PickBar = createLazyComponent(
  async () => (await import("./row/picking.tsx")).PickBar,
  EmptyLoadFailedFallback,
);

export interface ChatReader {
  userId: string;
  roomRole: RoomRole;
  workingLanguage: Language | null;
}

interface ChatViewProps {
  chatKey: string;
  reader: ChatReader;
  readNumber: number | null;
  /** The number of unread messages when the chat was opened. Null if unknown. */
  unreadCount?: number | null;
  /**
   * The chat opens at the first message whose `number` is greater than this. Null opens the chat at its newest
   * messages.
   */
  openAfterNumber?: number | null;
  /** Holds the `number` of the last message that the reader has seen. */
  readTracker?: ReadTracker | null;
  /** Whether unread messages are outside the visible part of the list. */
  hasUnreadBelow?: boolean;
  linkedMessageId: string | null;
  placeholder: string;
  /** Who reads the text that is being written. Undefined if everybody in the chat reads it. */
  audience?: TalkAudience | undefined;
  /**
   * Shown instead of the composer when no message can be sent. A note can still be written. Pass the same element in
   * each render, because a new element would render the whole view again.
   */
  closedReason?: ReactNode;
  empty: ReactNode;
  type: QueuedMessage["type"];
  openThread: ((message: Message) => void) | null;
  onMarkUnread: (message: Message) => void;
  onAtBottomChange: (atBottom: boolean) => void;
  /**
   * Called if the linked message belongs to another chat, for example because it is a reply and belongs to a thread.
   */
  onLinkToOtherChat: (message: Message) => void;
  /** Marks all messages of the chat as read. */
  onMarkAllRead?: () => void;
}

/**
 * The messages of a conversation or a thread, with the composer. Use `chatKey` as the React key. The component is
 * memoised, because the conversation object changes with each message. The view does not need that object: it reads the
 * messages from the store.
 */
export const ChatPane = memo(function ChatPane({
  chatKey,
  reader,
  readNumber,
  unreadCount = null,
  openAfterNumber = null,
  readTracker = null,
  hasUnreadBelow = false,
  linkedMessageId,
  placeholder,
  audience,
  closedReason,
  empty,
  type,
  openThread,
  onMarkUnread,
  onAtBottomChange,
  onLinkToOtherChat,
  onMarkAllRead = doNothing,
}: ChatViewProps) {
  const { i18n } = useTranslation();
  const { userId, roomRole, workingLanguage } = reader;
  const loadedState = useChat(chatKey, loadedTimelineOf);
  const error = useChat(chatKey, getChatError);
  const people = useMentionableMembers(parseChatKey(chatKey).id);
  const composer = useRef<ComposerHandle>(null);
  const ownLanguage = workingLanguage ?? (isLanguage(i18n.language) ? i18n.language : "en");
  const editing = useEditing(chatKey, openThread === null);
  const { edit } = editing;
  const isNote = audience?.isInternalNote ?? false;
  const composerKey = isNote ? noteDraftKeyOf(chatKey) : chatKey;
  const [readers, mentionablePeople] = useComposerPeople(people, audience);
  const [pickedMessages, setPickedMessages] = useState<ChatActions["pickedMessages"]>(null);

  useOpenChatWhileMounted(chatKey, { linkedMessageId, openAfterNumber, onLinkToOtherChat });

  const isClosed = closedReason !== undefined;
  const chatActions = useMemo(
    (): ChatActions => ({
      userId,
      roomRole,
      isClosed,
      ...editing,
      pickedMessages,
      setPickedMessages,
      quote(message) {
        const quotedLines = replaceMentionsByNames(
          translateMessageForReader(message, { userId, ownLanguage }).content,
        ).split("\n");
        composer.current?.append(`${quotedLines.map((quotedLine) => `> ${quotedLine}`).join("\n")}\n\n`);
      },
      writesNote: isNote,
      appendToComposer: (content) => composer.current?.append(content),
      openThread,
      markUnread: onMarkUnread,
    }),
    [userId, ownLanguage, roomRole, isClosed, editing, isNote, pickedMessages, openThread, onMarkUnread],
  );

  const editLastMessage = useCallback(() => {
    const ownMessage = chatStateOf(chatKey).timeline?.messages.findLast(
      ({ user_id, kind, deleted }) => user_id === userId && !deleted && (kind === "NOTE") === isNote,
    );
    if (ownMessage) edit(ownMessage.id);
  }, [chatKey, userId, edit, isNote]);
  const attachFiles = useCallback((files: File[]) => composer.current?.attachFiles(files), []);
  const sendMessage = useCallback(
    (content: string, files: MessageFilesToSend, language: Language | undefined) =>
      sendToChat(chatKey, content, type, files, { kind: isNote ? "NOTE" : undefined, language }),
    [chatKey, type, isNote],
  );

  // If the messages failed to load, show no composer, because the reader would not see their own message.
  const canWrite = (isNote || !isClosed) && (loadedState !== null || !error);

  return (
    <ChatActionsContext value={chatActions}>
      <DropArea className={styles.dropArea} onFiles={canWrite ? attachFiles : null}>
        {loadedState === "messages" ? (
          <MessageList
            chatKey={chatKey}
            userId={userId}
            outboxLanguage={ownLanguage}
            readNumber={readNumber}
            unreadCount={unreadCount}
            linkedMessageId={linkedMessageId}
            readTracker={readTracker}
            hasUnreadBelow={hasUnreadBelow}
            onAtBottomChange={onAtBottomChange}
            onMarkAllRead={onMarkAllRead}
          />
        ) : (
          <ChatPlaceholder
            emptyContent={loadedState === "empty" ? empty : null}
            error={error}
            retry={() => openChat(chatKey)}
          />
        )}
        {loadedState && (
          <Suspense fallback={null}>
            <MessageAnnouncer chatKey={chatKey} userId={userId} />
          </Suspense>
        )}
        {pickedMessages && (
          <Suspense fallback={null}>
            <PickBar pickedMessages={pickedMessages} setPickedMessages={setPickedMessages} />
          </Suspense>
        )}
        {audience?.answerOrNoteSwitch}
        {closedReason && !isNote && <div className={styles.closedNote}>{closedReason}</div>}
        {canWrite && (
          <MessageComposer
            key={composerKey}
            ref={composer}
            chatKey={composerKey}
            placeholder={placeholder}
            people={mentionablePeople}
            userId={userId}
            ownLanguage={ownLanguage}
            readers={readers}
            isForCustomer={audience !== undefined && !isNote}
            isNote={isNote}
            onSend={sendMessage}
            onEditLast={editLastMessage}
          />
        )}
      </DropArea>
    </ChatActionsContext>
  );
});

/**
 * Selects only whether the chat has messages. This value seldom changes. So a new message renders the list again, but
 * not the whole view.
 */
function loadedTimelineOf({ timeline }: ChatState): "messages" | "empty" | null {
  if (!timeline) return null;
  const { messages, outbox, lines } = timeline;
  return messages.length + outbox.length + lines.length > 0 ? "messages" : "empty";
}
const getChatError = ({ firstLoadError: error }: ChatState) => error;
const doNothing = () => {};
