import { IconArrowDown } from "@tabler/icons-react";
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { Button } from "../../kit/ui/button.tsx";
import { toast } from "../../kit/ui/toast.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { pressOnMessage } from "./message-keys.ts";
import styles from "./message-list.module.css";
import { MessageRow } from "./message-row.tsx";
import { useRoomActs } from "./room-context.ts";
import { addedAbove, type Row, rowsOf } from "./rows.ts";
import { DayRow, SendRow, UnreadRow } from "./send-row.tsx";
import { discardSend, retrySend } from "./sends.ts";
import { forgetOlder, loadAbove, loadBelow, openNewest, type Room } from "./store.ts";
import type { Timeline } from "./timeline.ts";
import { useMessageActs } from "./use-message-acts.ts";

interface Props {
  placeKey: string;
  room: Room;
  timeline: Timeline;
  userId: string;
  /** The language to mark the reader's own texts with until the server has found it out. */
  ownLanguage: string;
  /** Draws the line above what came after this `number`. */
  readNumber: number | null;
  /** The message that a link led to. */
  found: string | null;
  /** Told whether the newest message is in sight. */
  onBottom: (atBottom: boolean) => void;
}

/** Pixels from the end within which the list counts as being at it, and sticks to it. */
const near = 64;
/** Pixels from the beginning at which older messages are fetched: before the reader gets there. */
const ahead = 600;
/** Pixels: the place above the first row, the same whatever stands in it. */
const headHeight = 64;

/** Memoised: what else changes about a conversation does not draw its messages again. */
export const MessageList = memo(function MessageList({
  placeKey,
  room,
  timeline,
  userId,
  ownLanguage,
  readNumber,
  found,
  onBottom,
}: Props) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const roomActs = useRoomActs();
  const acts = useMessageActs();
  const { above, below } = timeline;
  const rows = useMemo(
    () => rowsOf(timeline, { format, userId, readNumber }),
    [timeline, format, userId, readNumber],
  );
  const shift = useShift(rows);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const sticking = useRef(true);
  const lastTop = useRef(0);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const last = rows.at(-1);
  const newest = timeline.messages.at(-1)?.number ?? 0;
  const lastOwn = useMemo(() => lastOwnOf(timeline, userId), [timeline, userId]);

  const toEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: "end" });
  const toNewest = () => (below ? void openNewest(placeKey).then(toEnd) : toEnd());

  useFirstPlace(list, rows, sticking, found);

  // A message of one's own leads to the end, whoever else's only where the reader is there already.
  const lastKey = last?.key;
  const ownLast = last?.kind === "send";
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for the row that came, not for a new function
  useLayoutEffect(() => {
    // It grows while it is on its way ("Waiting for a connection"), before any scrolling tells where the reader is.
    if (ownLast) sticking.current = true;
    if (ownLast || (sticking.current && !below)) toEnd();
  }, [lastKey]);

  useEffect(() => {
    if (lastKey !== undefined && sticking.current && !below) forgetOlder(placeKey);
  }, [lastKey, below, placeKey]);

  async function loadOlder(): Promise<void> {
    try {
      await loadAbove(placeKey);
    } catch {
      toast(t("olderFailed"), "error");
    }
  }

  async function loadNewer(): Promise<void> {
    try {
      await loadBelow(placeKey);
    } catch {
      toast(t("newerFailed"), "error");
    }
  }

  function look(): void {
    const element = scroller.current;
    if (!element) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (below && !room.loadingBelow && left < ahead) void loadNewer();
    // What grows below the reader is no scrolling of theirs: only the way upwards leads away from the end.
    const up = element.scrollTop < lastTop.current;
    lastTop.current = element.scrollTop;
    const atEnd = !below && (left < near || (sticking.current && !up));
    if (atEnd !== sticking.current) {
      sticking.current = atEnd;
      onBottom(atEnd);
      setLeftAt(atEnd ? null : newest);
    }
    if (above && !room.loadingAbove && element.scrollTop < ahead) void loadOlder();
  }

  function resized(): void {
    if (sticking.current) toEnd();
    // A window that the first page does not fill cannot be scrolled: fill it.
    const element = scroller.current;
    if (element && element.scrollHeight <= element.clientHeight) look();
  }

  return (
    <div className={styles.frame}>
      <section
        ref={scroller}
        className={styles.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        aria-label={t("list")}
        onKeyDown={(event) => pressOnMessage(event, { messages: timeline.messages, room: roomActs, acts })}
      >
        <div className={styles.space} />
        <div className={styles.head} style={{ height: headHeight }}>
          {above ? (
            <span role="status">{room.loadingAbove ? t("loadingOlder") : ""}</span>
          ) : (
            <span>{rows.length > 0 && timeline.parentId === null ? t("beginning") : ""}</span>
          )}
        </div>
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          startMargin={headHeight}
          shift={shift}
          onScroll={look}
          onResize={resized}
          bufferSize={400}
          data={rows}
        >
          {(row) => (
            <div key={row.key} data-last={row === last || undefined} className={styles.item}>
              <RowView
                row={row}
                placeKey={placeKey}
                userId={userId}
                ownLanguage={ownLanguage}
                found={found}
                lastOwn={lastOwn}
              />
            </div>
          )}
        </Virtualizer>
      </section>
      {(leftAt !== null || below) && (
        <div className={styles.jump}>
          <Button
            size="xs"
            radius={999}
            leftSection={<IconArrowDown size={16} stroke={2} aria-hidden="true" />}
            onClick={toNewest}
          >
            {leftAt !== null && newest > leftAt && !below
              ? t("newMessages", { count: newest - leftAt })
              : t("toNewest")}
          </Button>
        </div>
      )}
    </div>
  );
});

/** None in a thread, and none while newer ones may follow. */
function lastOwnOf({ messages, parentId, below }: Timeline, userId: string): string | null {
  if (parentId !== null || below) return null;
  return messages.findLast(({ user_id, deleted }) => user_id === userId && !deleted)?.id ?? null;
}

interface RowProps<R extends Row> {
  row: R;
  placeKey: string;
  userId: string;
  ownLanguage: string;
  found: string | null;
  /** The reader's newest message of a room, by its id. */
  lastOwn: string | null;
}

function RowView(props: RowProps<Row>) {
  const { row, found, lastOwn } = props;
  const { editing } = useRoomActs();
  switch (row.kind) {
    case "day":
      return <DayRow label={row.label} />;
    case "unread":
      return <UnreadRow />;
    case "message":
      return (
        <MessageRow
          message={row.message}
          grouped={row.grouped}
          editing={editing === row.message.id}
          found={found === row.message.id}
          last={lastOwn === row.message.id}
        />
      );
    case "send":
      return <Sending {...props} row={row} />;
  }
}

function Sending({ row, placeKey, userId, ownLanguage }: RowProps<Extract<Row, { kind: "send" }>>) {
  return (
    <SendRow
      send={row.send}
      grouped={row.grouped}
      userId={userId}
      language={ownLanguage}
      onRetry={retrySend}
      onDiscard={(clientId) => discardSend(placeKey, clientId)}
    />
  );
}

/** Whether these rows grew or shrank at their beginning: then the list keeps its place from the end. */
function useShift(rows: readonly Row[]): boolean {
  const [state, setState] = useState({ rows, shift: false });
  if (state.rows === rows) return state.shift;
  const shift = addedAbove(state.rows, rows) !== 0;
  setState({ rows, shift });
  return shift;
}

/** Begins at the message that a link led to, else at the unread line where there is one, else at the end. */
function useFirstPlace(
  list: { current: VirtualizerHandle | null },
  rows: readonly Row[],
  sticking: { current: boolean },
  found: string | null,
): void {
  const begun = useRef(false);
  const led = useRef<string | null>(null);
  useEffect(() => {
    if (rows.length === 0) return;
    if (found !== null && led.current !== found) {
      const at = rows.findIndex((row) => row.kind === "message" && row.message.id === found);
      if (at < 0) return;
      led.current = found;
      begun.current = true;
      sticking.current = false;
      list.current?.scrollToIndex(at, { align: "center" });
      return;
    }
    if (begun.current) return;
    begun.current = true;
    const line = rows.findIndex(({ kind }) => kind === "unread");
    if (line < 0) return;
    sticking.current = false;
    list.current?.scrollToIndex(line, { align: "start", offset: -48 });
  }, [list, rows, sticking, found]);
}
