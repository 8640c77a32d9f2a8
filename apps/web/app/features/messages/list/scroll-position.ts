import { type Anchor, anchorIn, offsetIn, scrollTopBeforeShrink } from "./anchor.ts";

/** Within this many pixels of the end, the list counts as at its end. */
export const nearEndPx = 64;

/**
 * Where the reader is in a list, and how they stay there while rows change. The scroll origin is the list's end:
 * `scrollTop` is 0 there and negative above.
 */
export function createScrollPosition(isAtEnd: boolean) {
  /**
   * The row that keeps its position on the screen. Null if the reader is exactly at the end of the list, where the
   * browser keeps the position.
   */
  let anchor: Anchor | null = null;
  /** The last known `scrollTop`. Reading it from the element would force the browser to compute the layout. */
  let scrollTop = 0;

  function setAnchor(scroller: Element, row: Element): void {
    scrollTop = scroller.scrollTop;
    anchor = { row, offset: offsetIn(scroller, row) };
  }

  return {
    /** From now on, this row keeps its position. */
    keepRowInPlace(scroller: Element, row: Element): void {
      isAtEnd = false;
      setAnchor(scroller, row);
    },

    /** From now on, the reader stays at the end. */
    keepAtEnd(): void {
      isAtEnd = true;
      anchor = null;
    },

    /**
     * Looks where the reader is, and returns how many pixels they have scrolled since the last look. With
     * `canStayAtEnd`, a reader near the end stays there.
     */
    readPosition(scroller: Element, list: Element, viewRect: DOMRect, canStayAtEnd: boolean): number {
      const movedPx = scroller.scrollTop - scrollTop;
      scrollTop = scroller.scrollTop;
      isAtEnd = canStayAtEnd && scrollTop > -nearEndPx;
      // Exactly at the end, no row needs to keep its position, so do not search for one.
      anchor = isAtEnd && scrollTop === 0 ? null : anchorIn(scroller, list, viewRect);
      return movedPx;
    },

    /** Corrects the scroll position after rows have changed. */
    restore(scroller: Element, staysAtEnd: boolean): void {
      const wasAtEnd = isAtEnd && staysAtEnd;
      if (wasAtEnd && scrollTop === 0) return;
      // The reader may have scrolled away since the last look. Then their position is kept, and not the end.
      if (wasAtEnd && scroller.scrollTop > -nearEndPx) {
        scroller.scrollTop = 0;
        scrollTop = 0;
      } else if (anchor?.row.isConnected) {
        const movedPx = offsetIn(scroller, anchor.row) - anchor.offset;
        // Browsers round scroll positions to whole pixels, so ignore a movement of less than half a pixel.
        if (Math.abs(movedPx) < 0.5) return;
        scroller.scrollTop = scrollTopBeforeShrink(scroller, scrollTop) + movedPx;
        // The list was scrolled by this function and not by the reader, so remember the new position.
        setAnchor(scroller, anchor.row);
      }
    },
  };
}
