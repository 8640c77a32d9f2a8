import { findAnchorRow, rowOffsetIn, type ScrollAnchor, scrollTopBeforeShrink } from "./anchor.ts";

/** Within this many pixels of the end, the list counts as at its end. */
export const nearEndPx = 64;

/**
 * Keeps the reader's place in a list while rows change. The scroll origin is the list's end: `scrollTop` is 0 there and
 * negative above.
 */
export function createScrollPosition(isAtEnd: boolean) {
  /**
   * The row that keeps its position on the screen. Null if the reader is exactly at the end of the list, where the
   * browser keeps the position.
   */
  let anchor: ScrollAnchor | null = null;
  /** The last known `scrollTop`. Reading it from the element would force the browser to compute the layout. */
  let scrollTop = 0;

  function setAnchor(scroller: Element, row: Element): void {
    scrollTop = scroller.scrollTop;
    anchor = { row, offset: rowOffsetIn(scroller, row) };
  }

  return {
    /** Keeps this row at its position on the screen from now on, and no longer the end of the list. */
    keepRowInPlace(scroller: Element, row: Element): void {
      isAtEnd = false;
      setAnchor(scroller, row);
    },

    /** Keeps the list scrolled to its end from now on. */
    keepAtEnd(): void {
      isAtEnd = true;
      anchor = null;
    },

    /**
     * Reads the scroll position, and returns how many pixels the reader has scrolled since it was last read. With
     * `canStayAtEnd`, a reader near the end of the list stays at the end.
     */
    readPosition(scroller: Element, list: Element, viewRect: DOMRect, canStayAtEnd: boolean): number {
      const movedPx = scroller.scrollTop - scrollTop;
      scrollTop = scroller.scrollTop;
      isAtEnd = canStayAtEnd && scrollTop > -nearEndPx;
      // Exactly at the end, no row needs to keep its position, so do not search for one.
      anchor = isAtEnd && scrollTop === 0 ? null : findAnchorRow(scroller, list, viewRect);
      return movedPx;
    },

    /** Corrects the scroll position after rows have changed. */
    restore(scroller: Element, staysAtEnd: boolean): void {
      const wasAtEnd = isAtEnd && staysAtEnd;
      if (wasAtEnd && scrollTop === 0) return;
      // The reader may have scrolled away from the end since the position was last read. Then keep the row at its
      // position and do not return to the end.
      if (wasAtEnd && scroller.scrollTop > -nearEndPx) {
        scroller.scrollTop = 0;
        scrollTop = 0;
      } else if (anchor?.row.isConnected) {
        const movedPx = rowOffsetIn(scroller, anchor.row) - anchor.offset;
        // Browsers round scroll positions to whole pixels, so ignore a movement of less than half a pixel.
        if (Math.abs(movedPx) < 0.5) return;
        scroller.scrollTop = scrollTopBeforeShrink(scroller, scrollTop) + movedPx;
        // The new scroll position comes from this function and not from the reader, so remember it as the known one.
        setAnchor(scroller, anchor.row);
      }
    },
  };
}
