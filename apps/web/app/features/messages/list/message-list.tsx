import type { TFunction } from "i18next";
import {
  type KeyboardEvent,
  memo,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { whenCalm } from "../../../kit/calm.ts";
import type { Format } from "../../../kit/format.ts";
import { useFormat } from "../../../kit/use-format.ts";
import { isWatched } from "../../conversations/open.ts";
import { KeepPlaceContext } from "../row/folded.tsx";
import { letGoOnList, pressOnMessage } from "../row/message-keys.ts";
import { prepareRows } from "../row/message-row.tsx";
import { useQuietWheel } from "../row/use-quiet-wheel.ts";
import { useRoomActs } from "../state/room-context.ts";
import { forgetOlder, type Room } from "../state/rooms.ts";
import { rowsMaker } from "../state/rows.ts";
import type { SeenNumber } from "../state/seen-number.ts";
import { openNewest } from "../state/store.ts";
import type { Timeline } from "../state/timeline.ts";
import { useMessageActs } from "../state/use-message-acts.ts";
import { useRoom } from "../state/use-room.ts";
import { Beginning, ToNewest, UnreadBar } from "./list-ends.tsx";
import { Item } from "./list-item.tsx";
import { lookAtUnread } from "./look-at-unread.ts";
import styles from "./message-list.module.css";
import { near, type Sight, useDrawnRows } from "./use-drawn-rows.ts";
import { useFetchMore } from "./use-fetch-more.ts";
import { useUnread } from "./use-unread.ts";

interface Props {
  placeKey: string;
  userId: string;
  /** The language to mark the reader's own texts with until the server has found it out. */
  ownLanguage: string;
  /** Draws the line above what came after this `number`. */
  readNumber: number | null;
  /** How many were unread when the place was opened, where that is known. */
  unreadCount: number | null;
  /** The message that a link led to. */
  found: string | null;
  /** Told of what is in sight; null for a thread, which tells by its end alone. */
  seen: SeenNumber | null;
  /** Unread messages are left that are not in sight. */
  unreadLeft: boolean;
  /** Told whether the newest message is in sight. */
  onBottom: (atBottom: boolean) => void;
  /** Told that the reader takes everything as read. */
  onRead: () => void;
}

/** Milliseconds after which the first rows are drawn, and what the others may need is loaded. */
const settled = 300;
/** Pixels from the beginning or the end of what is known at which more is fetched: before the reader gets there. */
const ahead = 1200;

/**
 * Memoised: what else changes about a conversation does not draw its messages again. What depends on the language is
 * looked up here: the list itself is drawn with each frame of scrolling.
 */
export const MessageList = memo(function MessageList(props: Props) {
  const timeline = useRoom(props.placeKey, timelineOf);
  const { t } = useTranslation("messages");
  const format = useFormat();
  const room = useRoomActs();
  const acts = useMessageActs();
  if (!timeline) return null;
  const { messages } = timeline;
  return (
    <List
      {...props}
      timeline={timeline}
      t={t}
      format={format}
      label={t("list")}
      onKeyDown={(event) => pressOnMessage(event, { messages, room, acts })}
    />
  );
});
const timelineOf = ({ timeline }: Room) => timeline;

interface ListProps extends Props {
  timeline: Timeline;
  t: TFunction<"messages">;
  format: Format;
  label: string;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function List({
  placeKey,
  timeline,
  userId,
  ownLanguage,
  readNumber,
  unreadCount,
  found,
  seen,
  unreadLeft,
  onBottom,
  onRead,
  t,
  format,
  label,
  onKeyDown,
}: ListProps) {
  const { above, below } = timeline;
  const make = useMemo(() => rowsMaker({ format, userId, readNumber }), [format, userId, readNumber]);
  const rows = useMemo(() => make(timeline), [make, timeline]);
  const unread = useUnread({ placeKey, timeline, rows, userId, readNumber, unreadCount, found });
  const sticking = useRef(true);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const last = rows.at(-1);
  const newest = timeline.messages.at(-1)?.number ?? 0;
  // Below a window about something older all is there already: what the reader comes to in it is not new.
  const [wasBelow, setWasBelow] = useState(below);
  if (wasBelow !== below) {
    setWasBelow(below);
    if (leftAt !== null) setLeftAt(newest);
  }
  const lastOwn = useMemo(() => lastOwnOf(timeline, userId), [timeline, userId]);
  const { scroller, list, drawn, space, toEnd, keepPlace, lookSoon } = useDrawnRows(rows, {
    target: unread.target,
    follow: !below,
    onLook: look,
  });
  useQuietWheel(scroller);
  useEffect(() => whenCalm(settled, () => prepareRows(format)), [format]);
  const toNewest = useCallback(
    () => (below ? void openNewest(placeKey).then(toEnd) : toEnd()),
    [below, placeKey, toEnd],
  );

  // A message that is written here leads to the end; whoever else's are in sight only where the reader is there already.
  // Nor does one lead that waits from before: the browser finds it at any time, wherever the reader is by then.
  const [openedAt] = useState(Date.now);
  const lastKey = last?.key;
  const ownLast = last?.kind === "send" && Date.parse(last.send.created_at) >= openedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for the row that came
  useLayoutEffect(() => {
    if (ownLast) toEnd();
  }, [lastKey]);

  useEffect(() => {
    if (lastKey !== undefined && sticking.current && !below) forgetOlder(placeKey);
  }, [lastKey, below, placeKey]);

  const fetchMore = useFetchMore(placeKey, t, lookSoon);

  function look({ above: pixelsAbove, below: pixelsBelow }: Sight): void {
    const atEnd = !below && pixelsBelow < near;
    if (atEnd !== sticking.current) {
      sticking.current = atEnd;
      // Beside the scrolling: its frame draws rows already.
      startTransition(() => {
        onBottom(atEnd);
        setLeftAt(atEnd ? null : newest);
      });
    }
    unread.look({ drawn, scroller, list });
    if (seen && newest > seen.readNumber && isWatched())
      lookAtUnread(seen, atEnd, { rows, start: drawn.start, scroller, list });
    if (above && drawn.start === 0 && pixelsAbove < ahead) fetchMore("above");
    if (below && pixelsBelow < ahead) fetchMore("below");
  }

  // Who comes back to the page sees what came meanwhile.
  useEffect(() => {
    addEventListener("focus", lookSoon);
    document.addEventListener("visibilitychange", lookSoon);
    return () => {
      removeEventListener("focus", lookSoon);
      document.removeEventListener("visibilitychange", lookSoon);
    };
  }, [lookSoon]);

  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        data-replies={timeline.parentId !== null || undefined}
        data-focus-fallback
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={label}
        onKeyDown={onKeyDown}
        onKeyUp={letGoOnList}
      >
        <div className={styles.origin}>
          <svg className={styles.ground} aria-hidden="true">
            <rect />
          </svg>
          <div className={styles.content} data-lifts>
            <Beginning placeKey={placeKey} />
            <div ref={list}>
              <KeepPlaceContext value={keepPlace}>
                {rows.slice(drawn.start, drawn.end).map((row) => (
                  <Item
                    key={row.key}
                    row={row}
                    placeKey={placeKey}
                    userId={userId}
                    ownLanguage={ownLanguage}
                    found={row.kind === "message" && row.message.id === found}
                    last={row.kind === "message" && row.message.id === lastOwn}
                  />
                ))}
              </KeepPlaceContext>
            </div>
            <div style={{ height: space }} />
          </div>
        </div>
      </section>
      {(unread.label !== null || unreadLeft) && (
        <UnreadBar text={unread.label} onJump={unread.jump} onRead={onRead} />
      )}
      {(leftAt !== null || below) && (
        <div className={styles.jump}>
          <ToNewest count={leftAt !== null && !below ? newest - leftAt : 0} onPress={toNewest} />
        </div>
      )}
    </div>
  );
}

/** None in a thread, and none while newer ones may follow. */
function lastOwnOf({ messages, parentId, below }: Timeline, userId: string): string | null {
  if (parentId !== null || below) return null;
  return messages.findLast(({ user_id, deleted }) => user_id === userId && !deleted)?.id ?? null;
}
