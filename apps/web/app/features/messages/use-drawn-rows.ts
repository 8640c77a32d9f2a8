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
import {
  carry,
  type Drawn,
  drawnAbove,
  drawnAround,
  drawnAtEnd,
  firstPace,
  heightOfRows,
  nextPace,
  redraw,
  rowsThatFill,
} from "./drawn.ts";
import type { Row } from "./rows.ts";

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
  /** Looks again whether more is wanted above or below. */
  readonly lookSoon: () => void;
}

/** What the reader looks at, and where it stands in the content, whatever is scrolled. */
interface Anchor {
  readonly row: Element;
  readonly place: number;
}

/** Pixels from the end within which the list counts as being at it. */
export const near = 64;
/** Pixels that stay free above the row that the list begins with. */
const margin = 48;
/** What has to stay though it is out of sight: where one writes or looks, and what plays. */
const held = ":focus-within, :has(textarea)";

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
  const [state, setState] = useState(() => stateWith(begin(rows, target)));
  let shown = state;
  if (state.rows !== rows || state.target?.key !== target?.key) {
    const leads = target && state.target?.key !== target.key;
    shown = stateWith(leads ? begin(rows, target) : carry(state.rows, state.drawn, rows, filling()));
    setState(shown);
  }
  const { drawn, space } = shown;
  const anchor = useRef<Anchor | null>(null);
  const atEnd = useRef(target === null);
  /** Pixels scrolled when it was last looked at: asking for them has the whole page laid out. */
  const top = useRef(0);
  const led = useRef<string | null>(null);
  const pace = useRef(firstPace);
  const frame = useRef(0);

  const hold = useEffectEvent(() => {
    const view = scroller.current;
    const kept = anchor.current;
    if (!view) return;
    if (atEnd.current && follow) {
      if (top.current !== 0) view.scrollTop = 0;
    } else if (kept?.row.isConnected) {
      const moved = placeIn(view, kept.row) - kept.place;
      // It scrolls by whole pixels alone.
      if (Math.abs(moved) < 0.5) return;
      view.scrollTop += moved;
      anchor.current = { row: kept.row, place: placeIn(view, kept.row) };
    }
  });

  const look = useEffectEvent(() => {
    const [view, content] = [scroller.current, list.current];
    if (!view || !content) return;
    const [sight, box] = [view.getBoundingClientRect(), content.getBoundingClientRect()];
    const [above, below] = [sight.top - box.top, box.bottom - sight.bottom];
    top.current = view.scrollTop;
    atEnd.current = follow && top.current > -near && drawn.end === rows.length;
    anchor.current = atEnd.current ? null : anchorIn(view, content, sight);
    onLook({ above, below: -top.current });
    const heightOf = (place: number) => {
      const row = content.children[place - drawn.start];
      return !row || row.matches(held) || isPlaying(row) ? Number.NaN : row.getBoundingClientRect().height;
    };
    const next =
      below < -sight.height / 2
        ? drawnAbove(rows, -top.current, heights, filling())
        : redraw(drawn, rows.length, { above, below }, heightOf, pace.current.rows);
    if (next.start === drawn.start && next.end === drawn.end) return;
    for (let place = Math.max(next.end, drawn.start); place < drawn.end; place++)
      heights.set(
        rows[place]?.key ?? "",
        content.children[place - drawn.start]?.getBoundingClientRect().height ?? 0,
      );
    const more = Math.max(0, drawn.start - next.start) + Math.max(0, next.end - drawn.end);
    // Of what changes alone: a long conversation has thousands below.
    const freed =
      heightOfRows(rows, { start: next.end, end: drawn.end }, heights) -
      heightOfRows(rows, { start: drawn.end, end: next.end }, heights);
    const began = performance.now();
    // In this frame: drawn in the next one, the reader would have scrolled past the end of them.
    flushSync(() => setState({ rows, target, drawn: next, space: space + freed }));
    if (more > 0) pace.current = nextPace(pace.current, more, performance.now() - began);
  });
  /** In the next frame, before it is laid out: whatever happens until then, one look is enough. */
  const lookSoon = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(look);
  }, []);

  const lead = useEffectEvent((): boolean => {
    const [view, content] = [scroller.current, list.current];
    if (!view || !content || !target || led.current === target.key) return false;
    const row = content.children[rows.findIndex(({ key }) => key === target.key) - drawn.start];
    if (!row) return false;
    led.current = target.key;
    const [sight, box] = [view.getBoundingClientRect(), row.getBoundingClientRect()];
    view.scrollTop +=
      box.top - sight.top - (target.align === "start" ? margin : (sight.height - box.height) / 2);
    atEnd.current = false;
    anchor.current = { row, place: placeIn(view, row) };
    return true;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for what is drawn now
  useLayoutEffect(() => {
    if (!lead()) hold();
    // Once this is painted: more of them, where they do not reach far yet.
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(lookSoon);
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
    };
  }, [lookSoon]);

  const toEnd = useCallback(() => {
    atEnd.current = true;
    anchor.current = null;
    setState((now) => ({ ...now, drawn: drawnAtEnd(now.rows.length, filling()), space: 0 }));
    if (scroller.current) scroller.current.scrollTop = 0;
  }, []);

  return { scroller, list, drawn, space, toEnd, lookSoon };
}

const filling = () => rowsThatFill(innerHeight);

function begin(rows: readonly Row[], target: Target | null): Drawn {
  const at = target ? rows.findIndex(({ key }) => key === target.key) : -1;
  return at < 0 ? drawnAtEnd(rows.length, filling()) : drawnAround(rows.length, at, filling());
}

/** Where a row stands in the content: its place in the window, less what is scrolled. */
const placeIn = (view: Element, row: Element) => row.getBoundingClientRect().top + view.scrollTop;

/** The first row that begins in sight. */
function anchorIn(view: Element, { children }: Element, sight: DOMRect): Anchor | null {
  let [from, to] = [0, children.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((children[middle]?.getBoundingClientRect().top ?? 0) < sight.top) from = middle + 1;
    else to = middle;
  }
  const row = children[Math.min(from, children.length - 1)];
  return row ? { row, place: placeIn(view, row) } : null;
}

const isPlaying = (row: Element) =>
  [...row.querySelectorAll<HTMLMediaElement>("audio, video")].some(({ paused }) => !paused);
