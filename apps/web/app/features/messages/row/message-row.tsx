import { hasVisibleOutsideParts } from "@kakehashi/contract/askable";
import { isMentioned } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { type ReactNode, Suspense, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { ErrorBoundary } from "../../../kit/ui/boundary.tsx";
import { useWasEverOpened } from "../../../kit/ui/open-when-loaded.ts";
import { createLazyPart, LoadFailedToast } from "../../../kit/ui/part.tsx";
import { MessageFiles } from "../../files/message-files.tsx";
import { useChatActions } from "../state/chat-context.ts";
import { MessageFooterContext } from "../state/message-footer.ts";
import { MessageContent } from "./message-content.tsx";
import styles from "./message-row.module.css";
import { NoteLine } from "./note-line.tsx";
import { Reactions } from "./reactions.tsx";
import { AuthorAndTime, Gutter } from "./row-head.tsx";
import {
  LinkPreviews,
  loadEditBox,
  MessageSheet,
  OutsideParts,
  PickMark,
  SeenFaces,
  Toolbar,
} from "./row-parts.ts";
import { ThreadLine } from "./thread-line.tsx";
import { useActiveRow } from "./use-active-row.ts";

const EditBox = createLazyPart(async () => (await loadEditBox()).EditBox, MissingEditBox);

interface Props {
  message: Message;
  grouped: boolean;
  /** Whether a link points to this message. */
  isLinkTarget: boolean;
  /** Whether this is the reader's last message in the room. Such a message shows who has read it. */
  isLastOwn?: boolean;
}

export function MessageRow({ message, grouped, isLinkTarget, isLastOwn }: Props) {
  const { userId, editedId, pickedMessages } = useChatActions();
  const Footer = use(MessageFooterContext);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const row = useRef<HTMLElement>(null);
  const { id, user_id, kind, content, deleted } = message;
  const isEditing = editedId === id;
  const canAct = !deleted && !isEditing && !pickedMessages;
  const { active, deactivate, handlers } = useActiveRow({ canAct, isEditing });
  const showsToolbar = (active === "pointed" || isMenuOpen) && canAct;
  const isTouched = active === "touched" && canAct;
  const isSheetWanted = useWasEverOpened(isTouched);

  return (
    <article
      ref={row}
      className={styles.row}
      id={`message-${id}`}
      data-pressable
      data-grouped={grouped || undefined}
      data-found={isLinkTarget || undefined}
      data-kind={kind}
      data-active={showsToolbar || undefined}
      data-touched={isTouched || undefined}
      data-mentioned={(user_id !== userId && isMentioned(content, userId)) || undefined}
      {...handlers}
    >
      {pickedMessages && (
        <Suspense fallback={null}>
          <PickMark message={message} />
        </Suspense>
      )}
      <Gutter userId={user_id} createdAt={message.created_at} grouped={grouped} />
      <div className={styles.textColumn}>
        {!grouped && <AuthorAndTime userId={user_id} createdAt={message.created_at} />}
        {isEditing ? (
          <Suspense fallback={<MessageContent message={message} isLinkTarget={false} />}>
            <EditBox message={message} />
          </Suspense>
        ) : (
          <MessageContent message={message} isLinkTarget={isLinkTarget} />
        )}
        {attachmentsOf(message)}
        {kind === "NOTE" && <NoteLine />}
        {isLastOwn && !deleted && kind !== "NOTE" && (
          <Suspense fallback={null}>
            <SeenFaces message={message} />
          </Suspense>
        )}
        {Footer && <Footer message={message} />}
      </div>
      {showsToolbar && (
        <Suspense fallback={null}>
          <Toolbar message={message} onMenuToggle={setIsMenuOpen} />
        </Suspense>
      )}
      {isSheetWanted && (
        <Suspense fallback={null}>
          <MessageSheet message={message} opened={isTouched} onClose={deactivate} row={row} />
        </Suspense>
      )}
    </article>
  );
}

/**
 * The parts below the text of a message: files, link previews, reactions and replies. It is a plain
 * function, because one more component for each message would slow down scrolling.
 */
function attachmentsOf(message: Message): ReactNode {
  return (
    <>
      {message.files.length > 0 && (
        <ErrorBoundary resetKey={message.files} fallback={renderNothing}>
          <MessageFiles files={message.files} />
        </ErrorBoundary>
      )}
      {message.outside && hasVisibleOutsideParts(message) && (
        <Suspense fallback={null}>
          <OutsideParts id={message.id} parts={message.outside} />
        </Suspense>
      )}
      {(message.previews || message.content.includes("://")) && (
        <ErrorBoundary resetKey={message} fallback={renderNothing}>
          <Suspense fallback={null}>
            <LinkPreviews message={message} />
          </Suspense>
        </ErrorBoundary>
      )}
      {message.reactions.length > 0 && <Reactions message={message} />}
      {message.reply_count > 0 && <ThreadLine message={message} />}
    </>
  );
}

const renderNothing = () => null;

/** Closes the edit mode when the code of the edit box fails to load. */
function MissingEditBox(): ReactNode {
  const { edit } = useChatActions();
  const closeEdit = useEffectEvent(() => edit(null, false));
  useEffect(() => closeEdit(), []);
  return <LoadFailedToast />;
}

/** Shows the plain text of a message whose row failed to render. */
export function PlainTextRow({ id, content }: { id?: string; content: string }) {
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
