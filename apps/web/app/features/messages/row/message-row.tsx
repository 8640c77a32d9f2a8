import { hasVisibleOutsideParts } from "@kakehashi/contract/askable";
import { isMentioned } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { ErrorBoundary } from "../../../kit/ui/boundary.tsx";
import { useWasEverOpened } from "../../../kit/ui/open-when-loaded.ts";
import { createLazyComponent, LoadFailedToast } from "../../../kit/ui/part.tsx";
import { useConversation } from "../../conversations/use-conversations.ts";
import { MessageFiles } from "../../files/message-files.tsx";
import { useChatActions } from "../state/chat-context.ts";
import { MessageFooterContext } from "../state/message-footer.ts";
import { MessageContent } from "./message-content.tsx";
import styles from "./message-row.module.css";
import { ColleaguesOnlyNote } from "./note-line.tsx";
import { MessageReactions } from "./reactions.tsx";
import { AuthorAndTime, MessageGutter } from "./row-head.tsx";
import {
  LazyPickCheckbox,
  LazySeenFaces,
  LinkPreviews,
  loadEditBox,
  MessageSheet,
  MessageToolbar,
  OutsideMessageExtras,
} from "./row-parts.ts";
import { ThreadSummary } from "./thread-summary.tsx";
import { useRowActivation } from "./use-active-row.ts";

const EditBox = createLazyComponent(async () => (await loadEditBox()).EditBox, EditBoxLoadFailed);

interface MessageRowProps {
  message: Message;
  isGrouped: boolean;
  /** Whether a link points to this message. */
  isLinkTarget: boolean;
  /** Whether this is the reader's last message in the room. Only that message shows who has read it. */
  isLastOwnMessage?: boolean;
}

export function MessageRow({ message, isGrouped, isLinkTarget, isLastOwnMessage }: MessageRowProps) {
  const { userId, editedId, pickedMessages } = useChatActions();
  const Footer = use(MessageFooterContext);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const row = useRef<HTMLElement>(null);
  const { id, user_id, kind, content, deleted } = message;
  const isEditing = editedId === id;
  const canAct = !deleted && !isEditing && !pickedMessages;
  const { active, deactivate, handlers } = useRowActivation({ canAct, isEditing });
  const showsToolbar = (active === "pointed" || isMenuOpen) && canAct;
  const isTouched = active === "touched" && canAct;
  const wasSheetOpened = useWasEverOpened(isTouched);

  return (
    <article
      ref={row}
      className={styles.row}
      id={`message-${id}`}
      data-pressable
      data-grouped={isGrouped || undefined}
      data-found={isLinkTarget || undefined}
      data-kind={kind}
      data-active={showsToolbar || undefined}
      data-touched={isTouched || undefined}
      data-mentioned={(user_id !== userId && isMentioned(content, userId)) || undefined}
      {...handlers}
    >
      {pickedMessages && (
        <Suspense fallback={null}>
          <LazyPickCheckbox message={message} />
        </Suspense>
      )}
      <MessageGutter userId={user_id} createdAt={message.created_at} isGrouped={isGrouped} />
      <div className={styles.textColumn}>
        {!isGrouped && <AuthorAndTime userId={user_id} createdAt={message.created_at} />}
        {isEditing ? (
          <Suspense fallback={<MessageContent message={message} isLinkTarget={false} />}>
            <EditBox message={message} />
          </Suspense>
        ) : (
          <MessageContent message={message} isLinkTarget={isLinkTarget} />
        )}
        {renderPartsBelowText(message)}
        {kind === "NOTE" && <ColleaguesOnlyNote />}
        {isLastOwnMessage && !deleted && kind !== "NOTE" && <MessageReaders message={message} />}
        {Footer && <Footer message={message} />}
      </div>
      {showsToolbar && (
        <Suspense fallback={null}>
          <MessageToolbar message={message} onMenuToggle={setIsMenuOpen} />
        </Suspense>
      )}
      {wasSheetOpened && (
        <Suspense fallback={null}>
          <MessageSheet message={message} opened={isTouched} onClose={deactivate} row={row} />
        </Suspense>
      )}
    </article>
  );
}

/** Milliseconds after which a message has usually been read by somebody. */
const usuallyReadAfterMs = 60_000;

/**
 * Shows who has read the reader's own last message. While the list of people loads, their place stays free, so that the
 * other messages do not move. Usually nobody has read a message that was sent just now, so no place is kept for it.
 */
function MessageReaders({ message }: { message: Message }) {
  const { conversation } = useConversation(message.conversation_id);
  const [isOlder] = useState(() => Date.now() - Date.parse(message.created_at) > usuallyReadAfterMs);
  if (conversation?.kind === "MY_CHAT") return null;
  return (
    <div className={styles.readers} data-reserved={isOlder || undefined}>
      <Suspense fallback={null}>
        <LazySeenFaces message={message} />
      </Suspense>
    </div>
  );
}

/**
 * Renders what is below the text of a message: files, link previews, reactions and replies. This is a plain function
 * and not a component, because one more component for each message would slow down scrolling.
 */
function renderPartsBelowText(message: Message): ReactNode {
  return (
    <>
      {message.files.length > 0 && (
        <ErrorBoundary resetKey={message.files} fallback={renderNothing}>
          <MessageFiles files={message.files} />
        </ErrorBoundary>
      )}
      {message.outside && hasVisibleOutsideParts(message) && (
        <Suspense fallback={null}>
          <OutsideMessageExtras id={message.id} parts={message.outside} />
        </Suspense>
      )}
      {(message.previews || message.content.includes("://")) && (
        <ErrorBoundary resetKey={message} fallback={renderNothing}>
          <Suspense fallback={null}>
            <LinkPreviews message={message} />
          </Suspense>
        </ErrorBoundary>
      )}
      {message.reactions.length > 0 && <MessageReactions message={message} />}
      {message.reply_count > 0 && <ThreadSummary message={message} />}
    </>
  );
}

const renderNothing = () => null;

/** Shown if the code of the edit box fails to load. Also ends the editing of the message. */
function EditBoxLoadFailed(): ReactNode {
  const { edit } = useChatActions();
  const closeEdit = useEffectEvent(() => edit(null, false));
  useEffect(() => closeEdit(), []);
  return <LoadFailedToast />;
}

/** Shows the message as plain text, because rendering its row has failed. */
export function PlainTextFallbackRow({ id, content }: { id?: string; content: string }) {
  return (
    <article className={styles.row} id={id && `message-${id}`}>
      <span className={styles.picture} />
      <div className={styles.textColumn}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys lead from message to message */}
        <div className={styles.content} tabIndex={0} data-message data-focus-fallback>
          {content}
        </div>
      </div>
    </article>
  );
}
