import { type RefObject, startTransition, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.tsx";
import { toastError } from "../../../kit/toast.ts";
import { loadMessagesAroundUnread } from "../state/open-chat.ts";
import { type MessageListRow, unreadLineKey } from "../state/rows.ts";
import type { ChatTimeline } from "../state/timeline.ts";
import type { RowRange } from "./row-range.ts";
import { countUnreadSince, findUnreadLinePosition } from "./unread.ts";
import type { ScrollTarget } from "./use-rendered-range.ts";

interface UnreadOptions {
  chatKey: string;
  timeline: ChatTimeline;
  rows: readonly MessageListRow[];
  userId: string;
  /** The `number` of the last read message. The unread line is below it. */
  readNumber: number | null;
  /** The number of unread messages when the chat was opened. Null if unknown. */
  unreadCount: number | null;
  /** The id of the message that the page's link points to. Null without such a link. */
  linkedMessageId: string | null;
}

interface RenderedView {
  readonly range: RowRange;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
}

/** Determines the row to which the list scrolls, and counts the unread messages above the visible part. */
export function useUnreadJump({
  chatKey,
  timeline,
  rows,
  userId,
  readNumber,
  unreadCount,
  linkedMessageId,
}: UnreadOptions) {
  const { t } = useTranslation("messages");
  /**
   * The unread line to which the reader has jumped with the button. `linkedMessageId` is the id of the message that the page's
   * link pointed to at that time.
   */
  const [requestedJump, setRequestedJump] = useState<{ key: string; linkedMessageId: string | null } | null>(
    null,
  );
  const [initialUnreadLineKey] = useState(() => rows.find(({ kind }) => kind === "unread")?.key);
  const scrollTarget = findScrollTarget(
    rows,
    linkedMessageId,
    requestedJump && (linkedMessageId ?? requestedJump.linkedMessageId) === requestedJump.linkedMessageId
      ? requestedJump.key
      : null,
    initialUnreadLineKey,
  );
  /** The React key of an unread line that was visible already. The list offers no jump to that line. */
  const seenUnreadLineKey = useRef<string | null>(null);
  const [isUnreadLineAbove, setIsUnreadLineAbove] = useState(false);
  const lineIndex = useMemo(
    () => (readNumber === null ? -1 : rows.findIndex(({ kind }) => kind === "unread")),
    [rows, readNumber],
  );
  // A thread has no button that jumps to its unread line, because threads are short.
  const key = readNumber === null || timeline.parentId !== null ? null : unreadLineKey(readNumber);

  /** Updates the unread count above the visible part. Call this function after each scroll event. */
  function handleViewChange({ range, scroller, list }: RenderedView): void {
    let isLineAbove = false;
    if (readNumber !== null && key !== null && seenUnreadLineKey.current !== key) {
      const linePosition = findUnreadLinePosition(timeline, { line: lineIndex, range, readNumber }, () => {
        const [scrollerElement, row] = [scroller.current, list.current?.children[lineIndex - range.start]];
        if (!scrollerElement || !row) return "below";
        const [scrollerRect, rowRect] = [
          scrollerElement.getBoundingClientRect(),
          row.getBoundingClientRect(),
        ];
        if (rowRect.bottom <= scrollerRect.top) return "above";
        return rowRect.top < scrollerRect.bottom ? "in sight" : "below";
      });
      if (linePosition === "in sight") seenUnreadLineKey.current = key;
      isLineAbove = linePosition === "above";
    }
    if (isLineAbove !== isUnreadLineAbove) startTransition(() => setIsUnreadLineAbove(isLineAbove));
  }

  async function jumpToUnread(): Promise<void> {
    if (readNumber === null || key === null) return;
    try {
      if (lineIndex < 0) await loadMessagesAroundUnread(chatKey, readNumber);
      setRequestedJump({ key, linkedMessageId });
    } catch (error) {
      toastError(error);
    }
  }

  const count =
    isUnreadLineAbove && readNumber !== null
      ? lineIndex < 0 && unreadCount !== null
        ? unreadCount
        : countUnreadSince(timeline, readNumber, userId)
      : 0;
  return {
    target: scrollTarget,
    handleViewChange,
    jump: jumpToUnread,
    label: count > 0 ? t("unreadAbove", { count }) : null,
  };
}

/**
 * Returns the row to which the list scrolls: the unread line if the reader has pressed the jump button, otherwise the
 * linked message, otherwise the unread line from the time when the chat was opened.
 */
function findScrollTarget(
  rows: readonly MessageListRow[],
  linkedMessageId: string | null,
  requestedUnreadLineKey: string | null,
  initialKey: string | undefined,
): ScrollTarget | null {
  if (requestedUnreadLineKey !== null) return { key: requestedUnreadLineKey, align: "start" };
  const linkedTarget =
    linkedMessageId === null
      ? undefined
      : rows.find((row) => row.kind === "message" && row.message.id === linkedMessageId);
  if (linkedTarget) return { key: linkedTarget.key, align: "center" };
  return initialKey === undefined ? null : { key: initialKey, align: "start" };
}
