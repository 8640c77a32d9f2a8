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

/** A row that the list begins with, and where in the window it is to stand. */
export interface Target {
  readonly key: string;
  readonly align: "center" | "start";
}

interface Options {
  /** Where to begin, or to go to once it is another one; null for the end. */
  readonly target: Target | null;
  /** Whether the last row is the newest: then who looks at it goes on looking at the newest. */
  readonly follow: boolean;
  /** Told after each scrolling, each change of size and each change of the rows. */
  readonly onView: (hidden: HiddenPixels) => void;
}

export interface HiddenPixels {
  /** Pixels of drawn rows above what is in sight. */
  readonly above: number;
  /** Pixels below what is in sight, those of rows that are not drawn too. */
  readonly below: number;
}

export interface VirtualRows {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  /** Pixels to leave free below the drawn rows. */
  readonly space: number;
  readonly scrollToEnd: () => void;
  /** Keeps this row where it stands while it changes its height, and the newest out of sight if they have to go. */
  readonly keepPosition: (row: Element) => void;
  /** Looks again whether more is wanted above or below. */
  readonly scheduleCheck: () => void;
}

/** Pixels from the end within which the list counts as being at it. */
export const nearEndPx = 64;
/** Milliseconds without movement after which a list that was scrolled rests. */
const restMs = 120;
/** Pixels that stay free above the row that the list begins with. */
const topMarginPx = 48;
/**
 * Draws only the rows in sight and near it, in a scroller with `flex-direction: column-reverse`. Its origin is the end:
 * what comes in or grows above never moves what the reader looks at, and whoever is at the end stays there, both without
 * a line of script. What grows below the reader is made up for before it is painted.
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
  /** Pixels scrolled when it was last looked at: asking for them has the whole page laid out. */
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
      // It scrolls by whole pixels alone.
      if (Math.abs(moved) < 0.5) return;
      view.scrollTop = scrollTopBeforeShrink(view, lastScrollTop.current) + moved;
      // By us, not by the reader.
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
    // What is taken away leaves as much space.
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
    // Once it rests, they are to reach further. Until then each scrolling looks by itself: see decision 20.
    if (scrolledPx !== 0) checkWhenAtRest();
    const lateMs = performance.now() - due;
    // Once, and once more where others came meanwhile: a page that is always late gets its rows too.
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
    // Of what changes alone: a long conversation has thousands below.
    const freedPx =
      heightOfRows(rows, { start: next.end, end: range.end }, heights) -
      heightOfRows(rows, { start: range.end, end: next.end }, heights);
    const startedAt = performance.now();
    // In this frame: drawn in the next one, the reader would have scrolled past the end of them.
    flushSync(() => setState({ rows, target, drawn: next, space: space + freedPx }));
    if (more.length === 0) return;
    const weight = more.reduce((sum, row) => sum + weightOf(row), 0);
    msPerWeight.current = nextMsPerWeight(msPerWeight.current, weight, performance.now() - startedAt);
  });
  /** In the next frame, before it is laid out: whatever happens until then, one look is enough. */
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
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for what is drawn now
  useLayoutEffect(() => {
    if (!scrollToTarget()) restorePosition();
    if (performance.now() < direction.current.until) return;
    // Once this is painted: more of them, where they do not reach far yet.
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

/** The child of `list` that `row` is or stands in. */
function directChild(list: Element, row: Element): Element | null {
  let item: Element | null = row;
  while (item && item.parentElement !== list) item = item.parentElement;
  return item;
}

const rowsPerWindow = () => rowsThatFill(innerHeight);
