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
import { type Anchor, anchorIn, beforeCut, hasToStay, placeIn } from "./anchor.ts";
import {
  canWait,
  carry,
  type Drawn,
  drawnAbove,
  drawnAtEnd,
  drawnAtFirst,
  firstPace,
  forgetHeights,
  heightOfRows,
  nextPace,
  reachFor,
  redraw,
  rowsThatFill,
  sameBelow,
  weightInFrame,
  weightOf,
} from "./drawn.ts";

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
  readonly onLook: (sight: Sight) => void;
}

export interface Sight {
  /** Pixels of drawn rows above what is in sight. */
  readonly above: number;
  /** Pixels below what is in sight, those of rows that are not drawn too. */
  readonly below: number;
}

export interface DrawnRows {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly drawn: Drawn;
  /** Pixels to leave free below the drawn rows. */
  readonly space: number;
  readonly toEnd: () => void;
  /** Keeps this row where it stands while it changes its height, and the newest out of sight if they have to go. */
  readonly keepPlace: (row: Element) => void;
  /** Looks again whether more is wanted above or below. */
  readonly lookSoon: () => void;
}

/** Pixels from the end within which the list counts as being at it. */
export const near = 64;
/** Milliseconds without movement after which a list that was scrolled rests. */
const coasting = 120;
/** Pixels that stay free above the row that the list begins with. */
const margin = 48;
/**
 * Draws only the rows in sight and near it, in a scroller with `flex-direction: column-reverse`. Its origin is the end:
 * what comes in or grows above never moves what the reader looks at, and whoever is at the end stays there, both without
 * a line of script. What grows below the reader is made up for before it is painted.
 */
export function useDrawnRows(rows: readonly Row[], { target, follow, onLook }: Options): DrawnRows {
  const scroller = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new Map<string, number>());
  const stateWith = (now: Drawn) => ({
    rows,
    target,
    drawn: now,
    space: heightOfRows(rows, { start: now.end, end: rows.length }, heights),
  });
  const [state, setState] = useState(() => stateWith(drawnAtFirst(rows, target?.key, filling())));
  let shown = state;
  if (state.rows !== rows || state.target?.key !== target?.key) {
    const leads = target && state.target?.key !== target.key;
    const now = leads
      ? drawnAtFirst(rows, target?.key, filling())
      : carry(state.rows, state.drawn, rows, filling());
    const same = sameBelow(state.rows, state.drawn, rows, now);
    shown = same ? { rows, target, drawn: now, space: state.space } : stateWith(now);
    setState(shown);
  }
  const { drawn, space } = shown;
  const anchor = useRef<Anchor | null>(null);
  const atEnd = useRef(target === null);
  /** Pixels scrolled when it was last looked at: asking for them has the whole page laid out. */
  const top = useRef(0);
  const led = useRef<string | null>(null);
  const pace = useRef(firstPace);
  const waited = useRef<readonly Row[] | null>(null);
  const heading = useRef({ moved: 0, until: 0 });
  const frame = useRef(0);
  const still = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hold = useEffectEvent(() => {
    const view = scroller.current;
    const kept = anchor.current;
    if (!view) return;
    if (atEnd.current && follow) {
      if (top.current === 0) return;
      view.scrollTop = 0;
      top.current = 0;
    } else if (kept?.row.isConnected) {
      const moved = placeIn(view, kept.row) - kept.place;
      // It scrolls by whole pixels alone.
      if (Math.abs(moved) < 0.5) return;
      view.scrollTop = beforeCut(view, top.current) + moved;
      // By us, not by the reader.
      top.current = view.scrollTop;
      anchor.current = { row: kept.row, place: placeIn(view, kept.row) };
    }
  });

  const look = useEffectEvent((due: number) => {
    frame.current = 0;
    const [view, content] = [scroller.current, list.current];
    if (!view || !content) return;
    const [sight, box] = [view.getBoundingClientRect(), content.getBoundingClientRect()];
    const [above, below] = [sight.top - box.top, box.bottom - sight.bottom];
    const moved = view.scrollTop - top.current;
    if (moved !== 0) heading.current = { moved, until: due + coasting };
    top.current = view.scrollTop;
    atEnd.current = follow && top.current > -near && drawn.end === rows.length;
    anchor.current = atEnd.current ? null : anchorIn(view, content, sight);
    onLook({ above, below: -top.current });
    // What is taken away leaves as much space.
    const measure = (place: number, row = content.children[place - drawn.start]) => {
      const height = row?.getBoundingClientRect().height ?? 0;
      heights.set(rows[place]?.key ?? "", height);
      return height;
    };
    const heightOf = (place: number) => {
      const row = content.children[place - drawn.start];
      return !row || hasToStay(row) ? Number.NaN : measure(place, row);
    };
    const way = due < heading.current.until ? heading.current.moved : 0;
    // Once it rests, they are to reach further. Until then each scrolling looks by itself: see decision 20.
    if (way !== 0) lookOnceStill();
    const late = performance.now() - due;
    // Once, and once more where others came meanwhile: a page that is always late gets its rows too.
    waited.current = canWait({ above, below }, late) && waited.current !== rows ? rows : null;
    if (waited.current) return lookSoon();
    const leaps = below < -sight.height / 2;
    if (leaps) for (let place = drawn.start; place < drawn.end; place++) measure(place);
    const next = leaps
      ? drawnAbove(rows, -top.current, heights, filling())
      : redraw(
          drawn,
          { above, below },
          {
            count: rows.length,
            heightOf,
            weightOf: (place) => weightOf(rows[place]),
            most: weightInFrame(pace.current, late),
            reach: reachFor(way, sight.height),
          },
        );
    if (next.start === drawn.start && next.end === drawn.end) return;
    const more = [...rows.slice(next.start, drawn.start), ...rows.slice(drawn.end, next.end)];
    // Of what changes alone: a long conversation has thousands below.
    const freed =
      heightOfRows(rows, { start: next.end, end: drawn.end }, heights) -
      heightOfRows(rows, { start: drawn.end, end: next.end }, heights);
    const began = performance.now();
    // In this frame: drawn in the next one, the reader would have scrolled past the end of them.
    flushSync(() => setState({ rows, target, drawn: next, space: space + freed }));
    if (more.length === 0) return;
    const weight = more.reduce((sum, row) => sum + weightOf(row), 0);
    pace.current = nextPace(pace.current, weight, performance.now() - began);
  });
  /** In the next frame, before it is laid out: whatever happens until then, one look is enough. */
  const lookSoon = useCallback(() => {
    frame.current ||= requestAnimationFrame(look);
  }, []);

  const lookOnceStill = useCallback(() => {
    clearTimeout(still.current);
    still.current = setTimeout(lookSoon, coasting);
  }, [lookSoon]);

  const lead = useEffectEvent((): boolean => {
    const [view, content] = [scroller.current, list.current];
    if (!view || !content || !target || led.current === target.key) return false;
    const row = content.children[rows.findIndex(({ key }) => key === target.key) - drawn.start];
    if (!row) return false;
    led.current = target.key;
    const [sight, box] = [view.getBoundingClientRect(), row.getBoundingClientRect()];
    view.scrollTop +=
      box.top - sight.top - (target.align === "start" ? margin : (sight.height - box.height) / 2);
    top.current = view.scrollTop;
    atEnd.current = false;
    anchor.current = { row, place: placeIn(view, row) };
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for what is drawn now
  useLayoutEffect(() => {
    if (!lead()) hold();
    if (performance.now() < heading.current.until) return;
    // Once this is painted: more of them, where they do not reach far yet.
    const soon = requestAnimationFrame(lookSoon);
    return () => cancelAnimationFrame(soon);
  }, [shown]);

  useEffect(() => {
    const [view, content] = [scroller.current, list.current];
    if (!view || !content) return;
    const sizes = new ResizeObserver(() => {
      hold();
      lookSoon();
    });
    sizes.observe(view);
    sizes.observe(content);
    view.addEventListener("scroll", lookSoon, { passive: true });
    return () => {
      sizes.disconnect();
      view.removeEventListener("scroll", lookSoon);
      cancelAnimationFrame(frame.current);
      clearTimeout(still.current);
      frame.current = 0;
    };
  }, [lookSoon]);

  useEffect(() => forgetHeights(heights, rows), [heights, rows]);

  const toEnd = useCallback(() => {
    atEnd.current = true;
    anchor.current = null;
    setState((now) => ({ ...now, drawn: drawnAtEnd(now.rows.length, filling()), space: 0 }));
    if (scroller.current) scroller.current.scrollTop = 0;
  }, []);

  const keepPlace = useCallback((row: Element) => {
    const [view, item] = [scroller.current, list.current && directChild(list.current, row)];
    if (!view || !item) return;
    atEnd.current = false;
    top.current = view.scrollTop;
    anchor.current = { row: item, place: placeIn(view, item) };
  }, []);

  return { scroller, list, drawn, space, toEnd, keepPlace, lookSoon };
}

/** The child of `list` that `row` is or stands in. */
function directChild(list: Element, row: Element): Element | null {
  let item: Element | null = row;
  while (item && item.parentElement !== list) item = item.parentElement;
  return item;
}

const filling = () => rowsThatFill(innerHeight);
