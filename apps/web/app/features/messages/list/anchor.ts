/** A row that must keep its position on the screen, with its offset in the scrolled content. */
export interface ScrollAnchor {
  readonly row: Element;
  readonly offsetInContentPx: number;
}

/** The row's offset in pixels within the scrolled content. Scrolling does not change this offset. */
export const rowOffsetInContent = (scroller: Element, row: Element) =>
  row.getBoundingClientRect().top + scroller.scrollTop;

/** Returns the visible row under the pointer or with the focus, because the reader is probably looking at this row. */
function findHoveredOrFocusedRow(list: Element, { top, bottom }: DOMRect): Element | null {
  const row = list.querySelector(":scope > :hover") ?? list.querySelector(":scope > :focus-within");
  const rect = row?.getBoundingClientRect();
  return rect && rect.bottom > top && rect.top < bottom ? row : null;
}

/**
 * Returns the row under the pointer or with the focus. If there is none, returns the first row that begins inside the
 * visible area.
 */
export function findScrollAnchor(scroller: Element, list: Element, viewRect: DOMRect): ScrollAnchor | null {
  const row = findHoveredOrFocusedRow(list, viewRect) ?? findFirstRowBeginningIn(list, viewRect);
  return row ? { row, offsetInContentPx: rowOffsetInContent(scroller, row) } : null;
}

function findFirstRowBeginningIn({ children }: Element, viewRect: DOMRect): Element | undefined {
  let [from, to] = [0, children.length];
  while (from < to) {
    const middleIndex = (from + to) >> 1;
    if ((children[middleIndex]?.getBoundingClientRect().top ?? 0) < viewRect.top) from = middleIndex + 1;
    else to = middleIndex;
  }
  return children[Math.min(from, children.length - 1)];
}

/** Browsers round reported sizes by up to this many pixels. */
const roundingPx = 1;

/**
 * Returns the scroll position from before the content became shorter. If the list is scrolled to its top, the browser
 * has already changed the position. In this case the result is `lastKnownScrollTop`.
 */
export function findScrollTopBeforeShrink(
  { scrollTop, scrollHeight, clientHeight }: Pick<Element, "scrollTop" | "scrollHeight" | "clientHeight">,
  lastKnownScrollTop: number,
): number {
  const isAtBeginning = scrollTop - (clientHeight - scrollHeight) <= roundingPx;
  return isAtBeginning && lastKnownScrollTop < scrollTop ? lastKnownScrollTop : scrollTop;
}

/**
 * Whether a row must stay in the document although it is not visible: it has the focus, an edit box, or a playing audio
 * or video.
 */
export const mustStayRendered = (row: Element): boolean =>
  row.matches(":focus-within, :has(textarea)") || isPlaying(row);

const isPlaying = (row: Element) =>
  [...row.querySelectorAll<HTMLMediaElement>("audio, video")].some(({ paused }) => !paused);
