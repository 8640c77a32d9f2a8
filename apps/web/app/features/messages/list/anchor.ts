/** What the reader looks at, and where it stands in the content, whatever is scrolled. */
export interface Anchor {
  readonly row: Element;
  readonly offset: number;
}

/** Where a row stands in the content: its place in the window, less what is scrolled. */
export const offsetIn = (view: Element, row: Element) => row.getBoundingClientRect().top + view.scrollTop;

/** The first row that begins in sight. */
export function anchorIn(view: Element, { children }: Element, viewRect: DOMRect): Anchor | null {
  let [from, to] = [0, children.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((children[middle]?.getBoundingClientRect().top ?? 0) < viewRect.top) from = middle + 1;
    else to = middle;
  }
  const row = children[Math.min(from, children.length - 1)];
  return row ? { row, offset: offsetIn(view, row) } : null;
}

/** Pixels by which browsers round the sizes that they tell. */
const roundingPx = 1;

/**
 * Pixels that were scrolled before the content got shorter. A reader near its beginning is cut short by the browser before
 * the rows can make up for it: then it is the `top` that they had.
 */
export function scrollTopBeforeShrink(
  { scrollTop, scrollHeight, clientHeight }: Pick<Element, "scrollTop" | "scrollHeight" | "clientHeight">,
  top: number,
): number {
  const isAtBeginning = scrollTop - (clientHeight - scrollHeight) <= roundingPx;
  return isAtBeginning && top < scrollTop ? top : scrollTop;
}

/** Whether a row has to stay though it is out of sight: where one writes or looks, and what plays. */
export const mustStay = (row: Element): boolean =>
  row.matches(":focus-within, :has(textarea)") || isPlaying(row);

const isPlaying = (row: Element) =>
  [...row.querySelectorAll<HTMLMediaElement>("audio, video")].some(({ paused }) => !paused);
