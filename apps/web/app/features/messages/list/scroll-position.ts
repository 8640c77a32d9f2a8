import { findAnchorRow, rowOffsetIn, type ScrollAnchor, scrollTopBeforeShrink } from "./anchor.ts";

/** The list counts as scrolled to its end if the distance to the end is at most this many pixels. */
export const nearEndPx = 64;

/**
 * Keeps the reader's place in a list while rows change. The end of the list is the scroll origin: `scrollTop` is 0
 * there and negative above.
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
    /** Keeps this row at its position on the screen when rows change, instead of keeping the list at its end. */
    keepRowInPlace(scroller: Element, row: Element): void {
      isAtEnd = false;
      setAnchor(scroller, row);
    },

    /** Keeps the newest message in view from now on, also when messages are added. */
    keepAtEnd(): void {
      isAtEnd = true;
      anchor = null;
    },

    /**
     * Reads the scroll position. Returns how many pixels the reader has scrolled since the last call. If `canStayAtEnd`
     * is true, a reader near the end of the list stays at the end when messages are added.
     */
    readPosition(scroller: Element, list: Element, viewRect: DOMRect, canStayAtEnd: boolean): number {
      const movedPx = scroller.scrollTop - scrollTop;
      scrollTop = scroller.scrollTop;
      isAtEnd = canStayAtEnd && scrollTop > -nearEndPx;
      // If the list is exactly at its end, the browser itself keeps the position, so no row is needed for that.
      anchor = isAtEnd && scrollTop === 0 ? null : findAnchorRow(scroller, list, viewRect);
      return movedPx;
    },

    /** Moves the list after rows have changed, so that the reader sees the same messages at the same place. */
    restore(scroller: Element, staysAtEnd: boolean): void {
      const wasAtEnd = isAtEnd && staysAtEnd;
      if (wasAtEnd && scrollTop === 0) return;
      // If the reader has scrolled away from the end since the position was last read, keep the row at its position
      // instead of returning to the end.
      if (wasAtEnd && scroller.scrollTop > -nearEndPx) {
        scroller.scrollTop = 0;
        scrollTop = 0;
      } else if (anchor?.row.isConnected) {
        const movedPx = rowOffsetIn(scroller, anchor.row) - anchor.offset;
        // Ignore a movement of less than half a pixel, because browsers round scroll positions to whole pixels.
        if (Math.abs(movedPx) < 0.5) return;
        scroller.scrollTop = scrollTopBeforeShrink(scroller, scrollTop) + movedPx;
        // Store the new position as read. Otherwise the next call would count this correction as scrolling by the
        // reader.
        setAnchor(scroller, anchor.row);
      }
    },
  };
}
