import type { TFunction } from "i18next";
import {
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { LocaleFormat } from "../../../kit/format.ts";
import { runWhenReaderIdle } from "../../../kit/idle.ts";
import { createLazyComponent, EmptyLoadFailedFallback } from "../../../kit/ui/part.tsx";
import { isPageVisibleAndFocused } from "../../conversations/open.ts";
import { KeepPositionContext } from "../row/keep-position.ts";
import { focusNewestMessageOnTab } from "../row/message-shortcut-keys.ts";
import { preloadRowParts } from "../row/row-parts.ts";
import { useNoHoverWhileScrolling } from "../row/use-wheel-shield.ts";
import { trimChat } from "../state/chats.ts";
import { loadNewestMessages } from "../state/open-chat.ts";
import type { ReadTracker } from "../state/read-tracker.ts";
import { createRowsComputer } from "../state/rows.ts";
import type { ChatTimeline } from "../state/timeline.ts";
import { ListBeginning } from "./list-beginning.tsx";
import { MessageListItem } from "./list-item.tsx";
import styles from "./message-list.module.css";
import { reportSeenMessages } from "./report-seen.ts";
import type { HiddenPixels } from "./row-range.ts";
import { nearEndPx } from "./scroll-position-keeper.ts";
import { useEscapeInPane } from "./use-escape.ts";
import { useFetchMoreMessages } from "./use-fetch-more.ts";
import { useNewMessageCount } from "./use-new-message-count.ts";
import { useUnreadJump } from "./use-unread.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

// The jump buttons appear only after the reader scrolls up, so their code loads later than the first view.
const loadJumpButtons = () => import("./jump-buttons.tsx");
const UnreadBar = createLazyComponent(
  async () => (await loadJumpButtons()).UnreadBar,
  EmptyLoadFailedFallback,
);
const ToNewestButton = createLazyComponent(
  async () => (await loadJumpButtons()).ToNewestButton,
  EmptyLoadFailedFallback,
);

export interface MessageListProps {
  chatKey: string;
  userId: string;
  /**
   * The language of the reader's messages that the server does not have yet. It is assumed, because the server detects
   * the language.
   */
  outboxLanguage: string;
  /** The `number` of the last read message. The unread line is below it. */
  readNumber: number | null;
  /** The number of unread messages when the chat was opened. Null if unknown. */
  unreadCount: number | null;
  /** The id of the message that the page's link points to. Null without such a link. */
  linkedMessageId: string | null;
  /**
   * Receives the `number` of the last message that the reader has seen. Null for a thread: it counts as read when its
   * end is visible.
   */
  readTracker: ReadTracker | null;
  /** Whether unread messages are outside the visible part of the list. */
  hasUnreadBelow: boolean;
  /** Receives whether the newest message is visible. */
  onAtBottomChange: (atBottom: boolean) => void;
  /** Called when the reader marks everything as read. */
  onMarkAllRead: () => void;
}

/** After this many milliseconds, code that only some rows need is loaded. The first rows are drawn before that. */
const rowPartsLoadDelayMs = 300;
/** When the reader comes this close (in pixels) to the end of the loaded messages, more are fetched. */
const fetchAheadPx = 1200;

interface MessageRowsProps extends MessageListProps {
  timeline: ChatTimeline;
  t: TFunction<"messages">;
  format: LocaleFormat;
  label: string;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export function MessageRows({
  chatKey,
  timeline,
  userId,
  outboxLanguage: ownLanguage,
  readNumber,
  unreadCount,
  linkedMessageId,
  readTracker,
  hasUnreadBelow,
  onAtBottomChange,
  onMarkAllRead,
  t,
  format,
  label,
  onKeyDown,
}: MessageRowsProps) {
  const { above, below } = timeline;
  const computeRows = useMemo(
    () => createRowsComputer({ format, userId, readNumber }),
    [format, userId, readNumber],
  );
  const rows = useMemo(() => computeRows(timeline), [computeRows, timeline]);
  const unreadState = useUnreadJump({
    chatKey,
    timeline,
    rows,
    userId,
    readNumber,
    unreadCount,
    linkedMessageId,
  });
  const lastRow = rows.at(-1);
  const newestNumber = timeline.messages.at(-1)?.number ?? 0;
  const { isAtEnd, newMessageCount, updateIsAtEnd } = useNewMessageCount({
    newestNumber,
    below,
    onAtBottomChange,
  });
  const lastOwnId = useMemo(() => findLastOwnMessageId(timeline, userId), [timeline, userId]);
  const { scroller, list, range, spaceBelowPx, scrollToEnd, keepPosition, scheduleCheck } = useVirtualRows(
    rows,
    {
      target: unreadState.target,
      staysAtEnd: !below,
      onViewChange: handleViewChange,
    },
  );
  useNoHoverWhileScrolling(scroller);
  useEffect(() => {
    return runWhenReaderIdle(rowPartsLoadDelayMs, () => {
      preloadRowParts(format);
      void loadJumpButtons().catch(() => undefined);
    });
  }, [format]);
  const scrollToNewest = useCallback(
    () => (below ? void loadNewestMessages(chatKey).then(scrollToEnd) : scrollToEnd()),
    [below, chatKey, scrollToEnd],
  );

  // Scroll to the end after a message that the reader has sent on this page. After messages from others, scroll only if
  // the reader is already at the end. A message that was queued before the page opened causes no scrolling, because it
  // may be sent while the reader looks at older messages.
  const [openedAt] = useState(Date.now);
  const lastRowKey = lastRow?.key;
  const endsWithNewOwnMessage =
    lastRow?.kind === "send" && Date.parse(lastRow.outgoingMessage.created_at) >= openedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for each new row
  useLayoutEffect(() => {
    if (endsWithNewOwnMessage) scrollToEnd();
  }, [lastRowKey]);

  useEffect(() => {
    if (lastRowKey !== undefined && isAtEnd.current && !below) trimChat(chatKey);
  }, [lastRowKey, below, chatKey, isAtEnd]);

  const fetchMore = useFetchMoreMessages(chatKey, t, scheduleCheck);

  function handleViewChange({ aboveView: pixelsAbove, belowView: pixelsBelow }: HiddenPixels): void {
    const isViewAtEnd = !below && pixelsBelow < nearEndPx;
    updateIsAtEnd(isViewAtEnd);
    unreadState.handleViewChange({ range, scroller, list });
    if (readTracker && newestNumber > readTracker.readNumber && isPageVisibleAndFocused())
      reportSeenMessages(readTracker, isViewAtEnd, { rows, start: range.start, scroller, list });
    if (above && range.start === 0 && pixelsAbove < fetchAheadPx) fetchMore("above");
    if (below && pixelsBelow < fetchAheadPx) fetchMore("below");
  }

  const frame = useRef<HTMLDivElement>(null);
  useEscapeInPane(frame, () => {
    if (!readTracker) return;
    if (hasUnreadBelow || readNumber !== null || newestNumber > readTracker.readNumber) onMarkAllRead();
  });

  // When the reader returns to this tab, visible messages that arrived while it was hidden count as seen.
  useEffect(() => {
    addEventListener("focus", scheduleCheck);
    document.addEventListener("visibilitychange", scheduleCheck);
    return () => {
      removeEventListener("focus", scheduleCheck);
      document.removeEventListener("visibilitychange", scheduleCheck);
    };
  }, [scheduleCheck]);

  return (
    <div ref={frame} className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        data-replies={timeline.parentId !== null || undefined}
        data-focus-fallback
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        onKeyDown={onKeyDown}
        onKeyUp={focusNewestMessageOnTab}
      >
        <div className={styles.scrollOrigin}>
          <svg className={styles.ground} aria-hidden="true">
            <rect />
          </svg>
          <div className={styles.content} data-lifts>
            <ListBeginning chatKey={chatKey} />
            <div ref={list}>
              <KeepPositionContext value={keepPosition}>
                {rows.slice(range.start, range.end).map((row) => (
                  <MessageListItem
                    key={row.key}
                    row={row}
                    chatKey={chatKey}
                    userId={userId}
                    ownLanguage={ownLanguage}
                    isLinked={row.kind === "message" && row.message.id === linkedMessageId}
                    isLastOwnMessage={row.kind === "message" && row.message.id === lastOwnId}
                  />
                ))}
              </KeepPositionContext>
            </div>
            <div style={{ height: spaceBelowPx }} />
          </div>
        </div>
      </section>
      {(unreadState.label !== null || hasUnreadBelow) && (
        <Suspense fallback={null}>
          <UnreadBar text={unreadState.label} onJump={unreadState.jump} onMarkAllRead={onMarkAllRead} />
        </Suspense>
      )}
      {(newMessageCount !== null || below) && (
        <div className={styles.jumpButtons}>
          <Suspense fallback={null}>
            <ToNewestButton count={below ? 0 : (newMessageCount ?? 0)} onPress={scrollToNewest} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Returns the id of the reader's last own message. Null in a thread, and if newer messages are not loaded. */
function findLastOwnMessageId({ messages, parentId, below }: ChatTimeline, userId: string): string | null {
  if (parentId !== null || below) return null;
  return messages.findLast(({ user_id, deleted }) => user_id === userId && !deleted)?.id ?? null;
}
