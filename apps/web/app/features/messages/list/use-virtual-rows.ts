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
import { type Anchor, anchorIn, mustStay, offsetIn, scrollTopBeforeShrink } from "./anchor.ts";
import {
  canWait,
  carryRange,
  dropOldHeights,
  hasSameRowsBelow,
  heightOfRows,
  initialMsPerWeight,
  initialRange,
  nextMsPerWeight,
  nextRange,
  overscanFor,
  type RowRange,
  rangeAbove,
  rangeAtEnd,
  rowsThatFill,
  weightInFrame,
  weightOf,
} from "./row-range.ts";

/** A row to scroll to, and where in the window to put it. */
export interface Target {
  readonly key: string;
  readonly align: "center" | "start";
}

interface Options {
  /** The row to start at. A new target is scrolled to. Null for the end. */
  readonly target: Target | null;
  /** Whether the last row is the newest message. Then a reader at the end stays at the end. */
  readonly follow: boolean;
  /** Called after each scroll event, resize and change of the rows. */
  readonly onView: (hidden: HiddenPixels) => void;
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
  readonly space: number;
  readonly scrollToEnd: () => void;
  /** Keeps this row at its position while its height changes, even if that moves the newest message out of view. */
  readonly keepPosition: (row: Element) => void;
  /** Checks in the next frame whether more rows are needed. */
  readonly scheduleCheck: () => void;
}

/** Within this many pixels of the end, the list counts as at its end. */
export const nearEndPx = 64;
/** The list counts as at rest after this many milliseconds without scrolling. */
const restMs = 120;
/** Free pixels above a row that was scrolled to. */
const topMarginPx = 48;
/**
 * Renders only the visible rows and some around them, in a scroller with `flex-direction: column-reverse`. Its scroll
 * origin is the end. So rows that grow or are added above do not move the visible ones, and a reader at the end stays
 * there, all without script. When rows below the reader grow, the scroll position is corrected before painting.
 */
export function useVirtualRows(rows: readonly Row[], { target, follow, onView }: Options): VirtualRows {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new Map<string, number>());
  const stateWith = (newRange: RowRange) => ({
    rows,
    target,
    drawn: newRange,
    space: heightOfRows(rows, { start: newRange.end, end: rows.length }, heights),
  });
  const [state, setState] = useState(() => stateWith(initialRange(rows, target?.key, rowsPerWindow())));
  let shown = state;
  if (state.rows !== rows || state.target?.key !== target?.key) {
    const isNewTarget = target && state.target?.key !== target.key;
    const newRange = isNewTarget
      ? initialRange(rows, target?.key, rowsPerWindow())
      : carryRange(state.rows, state.drawn, rows, rowsPerWindow());
    const same = hasSameRowsBelow(state.rows, state.drawn, rows, newRange);
    shown = same ? { rows, target, drawn: newRange, space: state.space } : stateWith(newRange);
    setState(shown);
  }
  const { drawn: range, space } = shown;
  const anchor = useRef<Anchor | null>(null);
  const atEnd = useRef(target === null);
  /** The scroll position at the last check. Reading it from the element forces a layout. */
  const lastScrollTop = useRef(0);
  const reachedTarget = useRef<string | null>(null);
  const msPerWeight = useRef(initialMsPerWeight);
  const postponedRows = useRef<readonly Row[] | null>(null);
  const direction = useRef({ moved: 0, until: 0 });
  const frame = useRef(0);
  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const restorePosition = useEffectEvent(() => {
    const view = scroller.current;
    const heldAnchor = anchor.current;
    if (!view) return;
    if (atEnd.current && follow) {
      if (lastScrollTop.current === 0) return;
      view.scrollTop = 0;
      lastScrollTop.current = 0;
    } else if (heldAnchor?.row.isConnected) {
      const moved = offsetIn(view, heldAnchor.row) - heldAnchor.offset;
      // Scroll positions are whole pixels.
      if (Math.abs(moved) < 0.5) return;
      view.scrollTop = scrollTopBeforeShrink(view, lastScrollTop.current) + moved;
      // The list itself scrolled here, not the reader.
      lastScrollTop.current = view.scrollTop;
      anchor.current = { row: heldAnchor.row, offset: offsetIn(view, heldAnchor.row) };
    }
  });

  const checkRange = useEffectEvent((due: number) => {
    frame.current = 0;
    const [view, content] = [scroller.current, list.current];
    if (!view || !content) return;
    const [viewRect, contentRect] = [view.getBoundingClientRect(), content.getBoundingClientRect()];
    const [above, below] = [viewRect.top - contentRect.top, contentRect.bottom - viewRect.bottom];
    const moved = view.scrollTop - lastScrollTop.current;
    if (moved !== 0) direction.current = { moved, until: due + restMs };
    lastScrollTop.current = view.scrollTop;
    atEnd.current = follow && lastScrollTop.current > -nearEndPx && range.end === rows.length;
    anchor.current = atEnd.current ? null : anchorIn(view, content, viewRect);
    onView({ above, below: -lastScrollTop.current });
    // Removed rows are replaced by empty space of the same height.
    const measure = (index: number, row = content.children[index - range.start]) => {
      const height = row?.getBoundingClientRect().height ?? 0;
      heights.set(rows[index]?.key ?? "", height);
      return height;
    };
    const heightOf = (index: number) => {
      const row = content.children[index - range.start];
      return !row || mustStay(row) ? Number.NaN : measure(index, row);
    };
    const scrolledPx = due < direction.current.until ? direction.current.moved : 0;
    // At rest, rows reach further. Check again then: see decision 20.
    if (scrolledPx !== 0) checkWhenAtRest();
    const lateMs = performance.now() - due;
    // Postpone once, or twice if rows changed in between. A page that is always late must get its rows too.
    postponedRows.current = canWait({ above, below }, lateMs) && postponedRows.current !== rows ? rows : null;
    if (postponedRows.current) return scheduleCheck();
    const isJump = below < -viewRect.height / 2;
    if (isJump) for (let index = range.start; index < range.end; index++) measure(index);
    const next = isJump
      ? rangeAbove(rows, -lastScrollTop.current, heights, rowsPerWindow())
      : nextRange(
          range,
          { above, below },
          {
            count: rows.length,
            heightOf,
            weightOf: (index) => weightOf(rows[index]),
            maxWeight: weightInFrame(msPerWeight.current, lateMs),
            overscan: overscanFor(scrolledPx, viewRect.height),
          },
        );
    if (next.start === range.start && next.end === range.end) return;
    const more = [...rows.slice(next.start, range.start), ...rows.slice(range.end, next.end)];
    // Count only the rows that change. A long conversation has thousands below.
    const freedPx =
      heightOfRows(rows, { start: next.end, end: range.end }, heights) -
      heightOfRows(rows, { start: range.end, end: next.end }, heights);
    const startedAt = performance.now();
    // Render in this frame. In the next one, the reader may have scrolled past the rendered rows.
    flushSync(() => setState({ rows, target, drawn: next, space: space + freedPx }));
    if (more.length === 0) return;
    const weight = more.reduce((sum, row) => sum + weightOf(row), 0);
    msPerWeight.current = nextMsPerWeight(msPerWeight.current, weight, performance.now() - startedAt);
  });
  /** Checks once in the next frame, however often it is requested. */
  const scheduleCheck = useCallback(() => {
    frame.current ||= requestAnimationFrame(checkRange);
  }, []);

  const checkWhenAtRest = useCallback(() => {
    clearTimeout(restTimer.current);
    restTimer.current = setTimeout(scheduleCheck, restMs);
  }, [scheduleCheck]);

  const scrollToTarget = useEffectEvent((): boolean => {
    const [view, content] = [scroller.current, list.current];
    if (!view || !content || !target || reachedTarget.current === target.key) return false;
    const row = content.children[rows.findIndex(({ key }) => key === target.key) - range.start];
    if (!row) return false;
    reachedTarget.current = target.key;
    const [viewRect, contentRect] = [view.getBoundingClientRect(), row.getBoundingClientRect()];
    view.scrollTop +=
      contentRect.top -
      viewRect.top -
      (target.align === "start" ? topMarginPx : (viewRect.height - contentRect.height) / 2);
    lastScrollTop.current = view.scrollTop;
    atEnd.current = false;
    anchor.current = { row, offset: offsetIn(view, row) };
    // Focus the target row, so that the shortcut keys act on it. A reader who goes through search results in
    // a pane keeps the focus there.
    if (target.align === "center" && !document.activeElement?.closest("aside"))
      row.querySelector<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for what is drawn now
  useLayoutEffect(() => {
    if (!scrollToTarget()) restorePosition();
    if (performance.now() < direction.current.until) return;
    // After painting, render more rows if they do not reach far enough.
    const nextFrame = requestAnimationFrame(scheduleCheck);
    return () => cancelAnimationFrame(nextFrame);
  }, [shown]);

  useEffect(() => {
    const [view, content] = [scroller.current, list.current];
    if (!view || !content) return;
    const sizes = new ResizeObserver(() => {
      restorePosition();
      scheduleCheck();
    });
    sizes.observe(view);
    sizes.observe(content);
    view.addEventListener("scroll", scheduleCheck, { passive: true });
    return () => {
      sizes.disconnect();
      view.removeEventListener("scroll", scheduleCheck);
      cancelAnimationFrame(frame.current);
      clearTimeout(restTimer.current);
      frame.current = 0;
    };
  }, [scheduleCheck]);

  useEffect(() => dropOldHeights(heights, rows), [heights, rows]);

  const scrollToEnd = useCallback(() => {
    atEnd.current = true;
    anchor.current = null;
    setState((newRange) => ({
      ...newRange,
      drawn: rangeAtEnd(newRange.rows.length, rowsPerWindow()),
      space: 0,
    }));
    if (scroller.current) scroller.current.scrollTop = 0;
  }, []);

  const keepPosition = useCallback((row: Element) => {
    const [view, item] = [scroller.current, list.current && directChild(list.current, row)];
    if (!view || !item) return;
    atEnd.current = false;
    lastScrollTop.current = view.scrollTop;
    anchor.current = { row: item, offset: offsetIn(view, item) };
  }, []);

  return { scroller, list, range, space, scrollToEnd, keepPosition, scheduleCheck };
}

/** The child of `list` that is `row` or contains it. */
function directChild(list: Element, row: Element): Element | null {
  let item: Element | null = row;
  while (item && item.parentElement !== list) item = item.parentElement;
  return item;
}

const rowsPerWindow = () => rowsThatFill(innerHeight);
