import type { TFunction } from "i18next";
import {
  type KeyboardEvent,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Format } from "../../../kit/format.ts";
import { whenIdle } from "../../../kit/idle.ts";
import { createLazyPart, LoadFailedSilently } from "../../../kit/ui/part.tsx";
import { isPageVisibleAndFocused } from "../../conversations/open.ts";
import { KeepPositionContext } from "../row/keep-position.ts";
import { onListKeyUp } from "../row/message-keys.ts";
import { prepareRows } from "../row/row-parts.ts";
import { useNoHoverWhileScrolling } from "../row/use-wheel-shield.ts";
import { trimChat } from "../state/chats.ts";
import type { ReadTracker } from "../state/read-tracker.ts";
import { createRows } from "../state/rows.ts";
import { loadNewestMessages } from "../state/store.ts";
import type { Timeline } from "../state/timeline.ts";
import { ListBeginning } from "./list-beginning.tsx";
import { Item } from "./list-item.tsx";
import styles from "./message-list.module.css";
import { reportSeenMessages } from "./report-seen.ts";
import { nearEndPx } from "./scroll-position.ts";
import { useEscape } from "./use-escape.ts";
import { useFetchMoreMessages } from "./use-fetch-more.ts";
import { useUnreadLine } from "./use-unread.ts";
import { type HiddenPixels, useVirtualRows } from "./use-virtual-rows.ts";

// The jump buttons are shown only away from the list's end, so their code is not part of the first view.
const loadJumpButtons = () => import("./jump-buttons.tsx");
const UnreadBar = createLazyPart(async () => (await loadJumpButtons()).UnreadBar, LoadFailedSilently);
const ToNewestButton = createLazyPart(
  async () => (await loadJumpButtons()).ToNewestButton,
  LoadFailedSilently,
);

export interface MessageListProps {
  chatKey: string;
  userId: string;
  /** The language of the reader's own texts, until the server has detected it. */
  ownLanguage: string;
  /** The unread line is drawn above the messages after the one with this `number`. */
  readNumber: number | null;
  /** How many messages were unread when the chat was opened. Null when unknown. */
  unreadCount: number | null;
  /** The message that a link points to. */
  linkedId: string | null;
  /**
   * Receives how far the reader has seen the messages. Null for a thread, which counts as read when its end is visible.
   */
  readTracker: ReadTracker | null;
  /** Whether unread messages are outside the visible part of the list. */
  hasUnreadBelow: boolean;
  /** Receives whether the newest message is visible. */
  onAtBottomChange: (atBottom: boolean) => void;
  /** Called when the reader marks everything as read. */
  onMarkRead: () => void;
}

/** Milliseconds until the first rows are drawn. Code that other rows may need loads after that. */
const prepareDelayMs = 300;
/** More messages are fetched this many pixels before the end of the loaded ones. */
const fetchAheadPx = 1200;

interface RowsProps extends MessageListProps {
  timeline: Timeline;
  t: TFunction<"messages">;
  format: Format;
  label: string;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

export function MessageRows({
  chatKey,
  timeline,
  userId,
  ownLanguage,
  readNumber,
  unreadCount,
  linkedId,
  readTracker,
  hasUnreadBelow,
  onAtBottomChange,
  onMarkRead,
  t,
  format,
  label,
  onKeyDown,
}: RowsProps) {
  const { above, below } = timeline;
  const makeRows = useMemo(() => createRows({ format, userId, readNumber }), [format, userId, readNumber]);
  const rows = useMemo(() => makeRows(timeline), [makeRows, timeline]);
  const unread = useUnreadLine({ chatKey, timeline, rows, userId, readNumber, unreadCount, linkedId });
  const isAtEnd = useRef(true);
  const [newestNumberWhenLeft, setNewestNumberWhenLeft] = useState<number | null>(null);
  const lastRow = rows.at(-1);
  const newestNumber = timeline.messages.at(-1)?.number ?? 0;
  const newestNumberAtEnd = useRef(newestNumber);
  // When the loaded window reaches the newest messages, or no longer includes them, start again to count new
  // messages. The messages that are loaded then existed before, so they are not new.
  const [hadMessagesBelow, setHadMessagesBelow] = useState(below);
  if (hadMessagesBelow !== below) {
    setHadMessagesBelow(below);
    if (newestNumberWhenLeft !== null) setNewestNumberWhenLeft(newestNumber);
  }
  const lastOwnId = useMemo(() => lastOwnMessageId(timeline, userId), [timeline, userId]);
  const { scroller, list, range, spaceBelowPx, scrollToEnd, keepPosition, scheduleCheck } = useVirtualRows(
    rows,
    {
      target: unread.target,
      staysAtEnd: !below,
      onViewChange: handleViewChange,
    },
  );
  useNoHoverWhileScrolling(scroller);
  useEffect(() => {
    return whenIdle(prepareDelayMs, () => {
      prepareRows(format);
      void loadJumpButtons().catch(() => undefined);
    });
  }, [format]);
  const scrollToNewest = useCallback(
    () => (below ? void loadNewestMessages(chatKey).then(scrollToEnd) : scrollToEnd()),
    [below, chatKey, scrollToEnd],
  );

  // If the writer sends a message on this page, the list scrolls to its end. Messages of other people scroll the list
  // only if the reader is at its end already. A message that waited to be sent from before the page opened never
  // scrolls it, because it may be sent while the reader looks at older messages.
  const [openedAt] = useState(Date.now);
  const lastRowKey = lastRow?.key;
  const endsWithOwnSend = lastRow?.kind === "send" && Date.parse(lastRow.send.created_at) >= openedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs for each new row
  useLayoutEffect(() => {
    if (endsWithOwnSend) scrollToEnd();
  }, [lastRowKey]);

  useEffect(() => {
    if (lastRowKey !== undefined && isAtEnd.current && !below) trimChat(chatKey);
  }, [lastRowKey, below, chatKey]);

  const fetchMore = useFetchMoreMessages(chatKey, t, scheduleCheck);

  function handleViewChange({ above: pixelsAbove, below: pixelsBelow }: HiddenPixels): void {
    const atEnd = !below && pixelsBelow < nearEndPx;
    if (atEnd) newestNumberAtEnd.current = newestNumber;
    if (atEnd !== isAtEnd.current) {
      isAtEnd.current = atEnd;
      // The present frame already renders rows for the scrolling, so this state change is made in a transition, which
      // React may render later.
      startTransition(() => {
        onAtBottomChange(atEnd);
        // A message may have been added after the reader left the end and before this check. It counts as new.
        setNewestNumberWhenLeft(atEnd ? null : newestNumberAtEnd.current);
      });
    }
    unread.handleViewChange({ range, scroller, list });
    if (readTracker && newestNumber > readTracker.readNumber && isPageVisibleAndFocused())
      reportSeenMessages(readTracker, atEnd, { rows, start: range.start, scroller, list });
    if (above && range.start === 0 && pixelsAbove < fetchAheadPx) fetchMore("above");
    if (below && pixelsBelow < fetchAheadPx) fetchMore("below");
  }

  const frame = useRef<HTMLDivElement>(null);
  useEscape(frame, () => {
    if (!readTracker) return;
    if (hasUnreadBelow || readNumber !== null || newestNumber > readTracker.readNumber) onMarkRead();
  });

  // When a reader comes back to the page, the messages that arrived in their absence count as seen.
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
        onKeyUp={onListKeyUp}
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
                  <Item
                    key={row.key}
                    row={row}
                    chatKey={chatKey}
                    userId={userId}
                    ownLanguage={ownLanguage}
                    isLinked={row.kind === "message" && row.message.id === linkedId}
                    isLastOwn={row.kind === "message" && row.message.id === lastOwnId}
                  />
                ))}
              </KeepPositionContext>
            </div>
            <div style={{ height: spaceBelowPx }} />
          </div>
        </div>
      </section>
      {(unread.label !== null || hasUnreadBelow) && (
        <Suspense fallback={null}>
          <UnreadBar text={unread.label} onJump={unread.jump} onRead={onMarkRead} />
        </Suspense>
      )}
      {(newestNumberWhenLeft !== null || below) && (
        <div className={styles.jumpButtons}>
          <Suspense fallback={null}>
            <ToNewestButton
              count={newestNumberWhenLeft !== null && !below ? newestNumber - newestNumberWhenLeft : 0}
              onPress={scrollToNewest}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** The reader's last own message. Null in a thread, and while newer messages may follow below. */
function lastOwnMessageId({ messages, parentId, below }: Timeline, userId: string): string | null {
  if (parentId !== null || below) return null;
  return messages.findLast(({ user_id, deleted }) => user_id === userId && !deleted)?.id ?? null;
}
