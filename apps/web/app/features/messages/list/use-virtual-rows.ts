import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { Row } from "../state/rows.ts";
import { mustStayRendered } from "./anchor.ts";
import {
  canPostponeRows,
  dropOldHeights,
  heightOfRows,
  initialMsPerWeight,
  nextMsPerWeight,
  nextRenderedRange,
  overscanFor,
  type RowRange,
  rangeAtDistanceFromEnd,
  rangeAtEnd,
  renderWeightOf,
  weightInFrame,
} from "./row-range.ts";
import { createScrollPosition } from "./scroll-position.ts";
import { rowsPerWindow, type ScrollTarget, useRenderedRange } from "./use-rendered-range.ts";

interface Options {
  /** The row at which the list starts. If the target changes, the list scrolls to it. Null for the end of the list. */
  readonly target: ScrollTarget | null;
  /** Whether the list stays at its end when rows are added. True if the last row is the newest message. */
  readonly staysAtEnd: boolean;
  /** Called after each scroll event, resize and change of the rows. */
  readonly onViewChange: (hidden: HiddenPixels) => void;
}

export interface HiddenPixels {
  /** Pixels of rendered rows above the visible part. */
  readonly above: number;
  /** Pixels below the visible part, including rows that are not rendered. */
  readonly below: number;
}

export interface VirtualRows {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  /** Pixels of empty space in place of the rows below the rendered ones. */
  readonly spaceBelowPx: number;
  readonly scrollToEnd: () => void;
  /**
   * Keeps this row at its position while its height changes. Rows below it, such as the newest message, may move out of
   * view.
   */
  readonly keepPosition: (row: Element) => void;
  /** Checks in the next frame whether more rows are needed. */
  readonly scheduleCheck: () => void;
}

/** The list counts as at rest after this many milliseconds without scrolling. */
const restAfterMs = 120;
/** Pixels that stay free between the top of the window and a row that was scrolled to. */
const topMarginPx = 48;
/**
 * Renders only the visible rows and some around them. The scroller has `flex-direction: column-reverse`, so its scroll
 * origin is the end of the list. Rows that grow or are added above then do not move the visible ones, and a reader at
 * the end stays there without a script. If rows below the visible ones grow, the scroll position is corrected before
 * the browser paints.
 */
export function useVirtualRows(
  rows: readonly Row[],
  { target, staysAtEnd, onViewChange }: Options,
): VirtualRows {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new Map<string, number>());
  const [rendered, setRendered] = useRenderedRange(rows, target, heights);
  const { range, spaceBelowPx } = rendered;
  const [position] = useState(() => createScrollPosition(target === null));
  const reachedTargetKey = useRef<string | null>(null);
  const msPerWeight = useRef(initialMsPerWeight);
  const postponedRows = useRef<readonly Row[] | null>(null);
  const direction = useRef({ movedPx: 0, untilMs: 0 });
  const frameId = useRef(0);
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const restorePosition = useEffectEvent(() => {
    if (scroller.current) position.restore(scroller.current, staysAtEnd);
  });

  const checkRange = useEffectEvent((dueMs: number) => {
    frameId.current = 0;
    const [scrollerElement, content] = [scroller.current, list.current];
    if (!scrollerElement || !content) return;
    const [viewRect, contentRect] = [
      scrollerElement.getBoundingClientRect(),
      content.getBoundingClientRect(),
    ];
    const [above, below] = [viewRect.top - contentRect.top, contentRect.bottom - viewRect.bottom];
    const { scrollTop } = scrollerElement;
    const canStayAtEnd = staysAtEnd && range.end === rows.length;
    const movedPx = position.readPosition(scrollerElement, content, viewRect, canStayAtEnd);
    if (movedPx !== 0) direction.current = { movedPx, untilMs: dueMs + restAfterMs };
    onViewChange({ above, below: -scrollTop });
    // The height of each removed row, because empty space of the same height replaces it.
    const measureHeight = (index: number, row = content.children[index - range.start]) => {
      const height = row?.getBoundingClientRect().height ?? 0;
      heights.set(rows[index]?.key ?? "", height);
      return height;
    };
    const heightOf = (index: number) => {
      const row = content.children[index - range.start];
      return !row || mustStayRendered(row) ? Number.NaN : measureHeight(index, row);
    };
    const scrolledPx = dueMs < direction.current.untilMs ? direction.current.movedPx : 0;
    // Check again when scrolling has stopped, because more rows beyond the visible part are rendered at rest.
    if (scrolledPx !== 0) checkWhenAtRest();
    const lateMs = performance.now() - dueMs;
    // If the frame is late, add the rows in the next frame, or one frame later if the rows have changed. Never wait
    // longer, because a page whose frames are always late must still get its rows.
    postponedRows.current =
      canPostponeRows({ above, below }, lateMs) && postponedRows.current !== rows ? rows : null;
    if (postponedRows.current) return scheduleCheck();
    const isScrollJump = below < -viewRect.height / 2;
    if (isScrollJump) for (let index = range.start; index < range.end; index++) measureHeight(index);
    const newRange = isScrollJump
      ? rangeAtDistanceFromEnd(rows, -scrollTop, heights, rowsPerWindow())
      : nextRenderedRange(
          range,
          { above, below },
          {
            count: rows.length,
            heightOf,
            renderWeightAt: (index) => renderWeightOf(rows[index]),
            maxAddedWeight: weightInFrame(msPerWeight.current, lateMs),
            overscan: overscanFor(scrolledPx, viewRect.height),
          },
        );
    if (newRange.start === range.start && newRange.end === range.end) return;
    const changedRows = [...rows.slice(newRange.start, range.start), ...rows.slice(range.end, newRange.end)];
    // Add up only the heights of the rows that are added or removed, because a long conversation has thousands of other
    // rows.
    const freedPx =
      heightOfRows(rows, { start: newRange.end, end: range.end }, heights) -
      heightOfRows(rows, { start: range.end, end: newRange.end }, heights);
    const startedAt = performance.now();
    // Render the new rows in this frame. If they were rendered in the next frame, the reader could scroll past the
    // rendered rows.
    flushSync(() => setRendered({ rows, target, range: newRange, spaceBelowPx: spaceBelowPx + freedPx }));
    if (changedRows.length === 0) return;
    const changedWeight = changedRows.reduce((sum, row) => sum + renderWeightOf(row), 0);
    msPerWeight.current = nextMsPerWeight(msPerWeight.current, changedWeight, performance.now() - startedAt);
  });
  /** Schedules a check of the rendered rows in the next frame. Several calls before that frame lead to one check. */
  const scheduleCheck = useCallback(() => {
    frameId.current ||= requestAnimationFrame(checkRange);
  }, []);

  const checkWhenAtRest = useCallback(() => {
    clearTimeout(restTimer.current);
    restTimer.current = setTimeout(scheduleCheck, restAfterMs);
  }, [scheduleCheck]);

  const scrollToTarget = useEffectEvent((): boolean => {
    const [scrollerElement, content] = [scroller.current, list.current];
    if (!scrollerElement || !content || !target || reachedTargetKey.current === target.key) return false;
    const row = content.children[rows.findIndex(({ key }) => key === target.key) - range.start];
    if (!row) return false;
    reachedTargetKey.current = target.key;
    const [viewRect, contentRect] = [scrollerElement.getBoundingClientRect(), row.getBoundingClientRect()];
    scrollerElement.scrollTop +=
      contentRect.top -
      viewRect.top -
      (target.align === "start" ? topMarginPx : (viewRect.height - contentRect.height) / 2);
    position.keepRowInPlace(scrollerElement, row);
    // Focus the target row, so that the shortcut keys act on it. If the focus is in a pane, such as a list of search
    // results, leave it there.
    if (target.align === "center" && !document.activeElement?.closest("aside"))
      row.querySelector<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs each time other rows are rendered
  useLayoutEffect(() => {
    if (!scrollToTarget()) restorePosition();
    if (performance.now() < direction.current.untilMs) return;
    // Check after the next frame whether the rendered rows reach far enough beyond the visible part.
    const nextFrame = requestAnimationFrame(scheduleCheck);
    return () => cancelAnimationFrame(nextFrame);
  }, [rendered]);

  useEffect(() => {
    const [scrollerElement, content] = [scroller.current, list.current];
    if (!scrollerElement || !content) return;
    const sizeObserver = new ResizeObserver(() => {
      restorePosition();
      scheduleCheck();
    });
    sizeObserver.observe(scrollerElement);
    sizeObserver.observe(content);
    scrollerElement.addEventListener("scroll", scheduleCheck, { passive: true });
    // The row under the pointer keeps its place when rows change, so check each time the pointer comes to another row.
    content.addEventListener("pointerover", scheduleCheck, { passive: true });
    return () => {
      sizeObserver.disconnect();
      scrollerElement.removeEventListener("scroll", scheduleCheck);
      content.removeEventListener("pointerover", scheduleCheck);
      cancelAnimationFrame(frameId.current);
      clearTimeout(restTimer.current);
      frameId.current = 0;
    };
  }, [scheduleCheck]);

  useEffect(() => dropOldHeights(heights, rows), [heights, rows]);

  const scrollToEnd = useCallback(() => {
    position.keepAtEnd();
    setRendered((present) => ({
      ...present,
      range: rangeAtEnd(present.rows.length, rowsPerWindow()),
      spaceBelowPx: 0,
    }));
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [position, setRendered]);

  const keepPosition = useCallback(
    (row: Element) => {
      // Find the list item that contains `row`, because `row` may be any element inside it.
      const item = [...(list.current?.children ?? [])].find((child) => child.contains(row));
      if (scroller.current && item) position.keepRowInPlace(scroller.current, item);
    },
    [position],
  );

  return { scroller, list, range, spaceBelowPx, scrollToEnd, keepPosition, scheduleCheck };
}
