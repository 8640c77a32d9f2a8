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
import type { MessageListRow } from "../state/rows.ts";
import { mustStayRendered } from "./anchor.ts";
import {
  canPostponeRows,
  computeFrameRenderWeight,
  initialMsPerRenderWeight,
  renderWeightOf,
  updateMsPerRenderWeight,
} from "./frame-budget.ts";
import {
  computeNextRange,
  computeOverscan,
  forgetHeightsOfRemovedRows,
  type HiddenPixels,
  heightOfRows,
  type RowRange,
  rangeAtDistanceFromEnd,
  rangeAtEnd,
} from "./row-range.ts";
import { createScrollPositionKeeper } from "./scroll-position-keeper.ts";
import { rowsPerWindow, type ScrollTarget, useRenderedRows } from "./use-rendered-range.ts";

interface VirtualRowsOptions {
  /**
   * The row at which the list starts. Null starts at the end of the list. When this value changes, the list scrolls to
   * the new row.
   */
  readonly target: ScrollTarget | null;
  /** Whether the list stays at its end when rows are added. True while the newest message is loaded. */
  readonly staysAtEnd: boolean;
  /** Called after each scroll event, resize and change of the rows. */
  readonly onViewChange: (hidden: HiddenPixels) => void;
}

export interface VirtualRows {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  /** The height in pixels of the empty space that replaces the rows below the rendered ones. */
  readonly spaceBelowPx: number;
  readonly scrollToEnd: () => void;
  /** Keeps this row at its position while its height changes. Rows below it may move out of view. */
  readonly keepPosition: (row: Element) => void;
  /** Schedules a check, in the next frame, whether more rows must be rendered. */
  readonly scheduleCheck: () => void;
}

/** The list counts as at rest after this many milliseconds without scrolling. */
const restAfterMs = 120;
/** A row that was scrolled to stays this many pixels below the top of the window. */
const topMarginPx = 48;
/**
 * Renders only the rows near the visible part. The scrolling element has `flex-direction: column-reverse`, so scroll
 * positions count from the end of the list. If rows grow or are added above, the visible rows stay in place without a
 * script. If rows grow below, the scroll position is corrected before the browser paints.
 */
export function useVirtualRows(
  rows: readonly MessageListRow[],
  { target, staysAtEnd, onViewChange }: VirtualRowsOptions,
): VirtualRows {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new Map<string, number>());
  const [renderedState, setRenderedState] = useRenderedRows(rows, target, heights);
  const { range, spaceBelowPx } = renderedState;
  const [position] = useState(() => createScrollPositionKeeper(target === null));
  const reachedTargetKey = useRef<string | null>(null);
  const msPerWeight = useRef(initialMsPerRenderWeight);
  const postponedRows = useRef<readonly MessageListRow[] | null>(null);
  const direction = useRef({ movedPx: 0, untilMs: 0 });
  const frameId = useRef(0);
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const restorePosition = useEffectEvent(() => {
    if (scroller.current) position.restore(scroller.current, staysAtEnd);
  });

  const checkRange = useEffectEvent((dueTimeMs: number) => {
    frameId.current = 0;
    const [scrollerElement, content] = [scroller.current, list.current];
    if (!scrollerElement || !content) return;
    const [viewRect, contentRect] = [
      scrollerElement.getBoundingClientRect(),
      content.getBoundingClientRect(),
    ];
    const [pixelsAbove, pixelsBelow] = [viewRect.top - contentRect.top, contentRect.bottom - viewRect.bottom];
    const { scrollTop } = scrollerElement;
    const canStayAtEnd = staysAtEnd && range.end === rows.length;
    const movedPx = position.readPosition(scrollerElement, content, viewRect, canStayAtEnd);
    if (movedPx !== 0) direction.current = { movedPx, untilMs: dueTimeMs + restAfterMs };
    onViewChange({ aboveView: pixelsAbove, belowView: -scrollTop });
    // Measure each removed row, because empty space of the same height replaces it.
    const measureHeight = (index: number, row = content.children[index - range.start]) => {
      const height = row?.getBoundingClientRect().height ?? 0;
      heights.set(rows[index]?.key ?? "", height);
      return height;
    };
    const heightOf = (index: number) => {
      const row = content.children[index - range.start];
      return !row || mustStayRendered(row) ? Number.NaN : measureHeight(index, row);
    };
    const scrolledPx = dueTimeMs < direction.current.untilMs ? direction.current.movedPx : 0;
    // At rest, more rows are rendered than while scrolling. So check again when scrolling has stopped.
    if (scrolledPx !== 0) checkAfterScrolling();
    const lateMs = performance.now() - dueTimeMs;
    // If this frame has started late, add the new rows one frame later, or two frames later if the list has changed in
    // between. Never wait longer, because on a slow page every frame may be late.
    postponedRows.current =
      canPostponeRows({ above: pixelsAbove, below: pixelsBelow }, lateMs) && postponedRows.current !== rows
        ? rows
        : null;
    if (postponedRows.current) return scheduleCheck();
    const isScrollJump = pixelsBelow < -viewRect.height / 2;
    if (isScrollJump) for (let index = range.start; index < range.end; index++) measureHeight(index);
    const newRange = isScrollJump
      ? rangeAtDistanceFromEnd(rows, -scrollTop, heights, rowsPerWindow())
      : computeNextRange(
          range,
          { above: pixelsAbove, below: pixelsBelow },
          {
            totalRowCount: rows.length,
            heightOf,
            renderWeightAt: (index) => renderWeightOf(rows[index]),
            maxAddedWeight: computeFrameRenderWeight(msPerWeight.current, lateMs),
            overscan: computeOverscan(scrolledPx, viewRect.height),
          },
        );
    if (newRange.start === range.start && newRange.end === range.end) return;
    const changedRows = [...rows.slice(newRange.start, range.start), ...rows.slice(range.end, newRange.end)];
    // Sum only the heights of added and removed rows. A long conversation has thousands of other rows, and summing them
    // would be slow.
    const freedPx =
      heightOfRows(rows, { start: newRange.end, end: range.end }, heights) -
      heightOfRows(rows, { start: range.end, end: newRange.end }, heights);
    const startedAt = performance.now();
    // Render the new rows synchronously. In the next frame, the reader could already have scrolled past the rendered
    // rows.
    flushSync(() =>
      setRenderedState({ allRows: rows, target, range: newRange, spaceBelowPx: spaceBelowPx + freedPx }),
    );
    if (changedRows.length === 0) return;
    const changedWeight = changedRows.reduce((sum, row) => sum + renderWeightOf(row), 0);
    msPerWeight.current = updateMsPerRenderWeight(
      msPerWeight.current,
      changedWeight,
      performance.now() - startedAt,
    );
  });
  /**
   * Schedules a check, in the next frame, whether other rows must be rendered. Several calls before that frame lead to
   * one check.
   */
  const scheduleCheck = useCallback(() => {
    frameId.current ||= requestAnimationFrame(checkRange);
  }, []);

  const checkAfterScrolling = useCallback(() => {
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
    // Focus the target row, so that its shortcut keys work. Leave the focus in a pane, such as a list of search
    // results.
    if (target.align === "center" && !document.activeElement?.closest("aside"))
      row.querySelector<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs each time other rows are rendered
  useLayoutEffect(() => {
    if (!scrollToTarget()) restorePosition();
    if (performance.now() < direction.current.untilMs) return;
    // In the next frame, check whether enough rows are rendered beyond the visible part.
    const nextFrame = requestAnimationFrame(scheduleCheck);
    return () => cancelAnimationFrame(nextFrame);
  }, [renderedState]);

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
    // The row under the pointer keeps its position when rows change. So determine that row again each time the pointer
    // enters another row.
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

  useEffect(() => forgetHeightsOfRemovedRows(heights, rows), [heights, rows]);

  const scrollToEnd = useCallback(() => {
    position.keepAtEnd();
    setRenderedState((previousRendered) => ({
      ...previousRendered,
      range: rangeAtEnd(previousRendered.allRows.length, rowsPerWindow()),
      spaceBelowPx: 0,
    }));
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [position, setRenderedState]);

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
