import {
  findScrollAnchor,
  findScrollTopBeforeShrink,
  rowOffsetInContent,
  type ScrollAnchor,
} from "./anchor.ts";

/** The list counts as scrolled to its end if the distance to the end is less than this many pixels. */
export const nearEndPx = 64;

/**
 * Returns an object that keeps the reader's place in a list while rows change. `scrollTop` is 0 at the end of the list
 * and negative above it.
 */
export function createScrollPositionKeeper(isAtEnd: boolean) {
  /**
   * The row that keeps its position on the screen. Null if the reader is exactly at the end of the list: the browser
   * then keeps the position.
   */
  let anchor: ScrollAnchor | null = null;
  /**
   * The `scrollTop` that was read last. Reading it again from the element would force the browser to compute the
   * layout.
   */
  let scrollTop = 0;

  function setAnchor(scroller: Element, row: Element): void {
    scrollTop = scroller.scrollTop;
    anchor = { row, offsetInContentPx: rowOffsetInContent(scroller, row) };
  }

  return {
    /**
     * From now on, keeps this row at its position on the screen when rows change. The list no longer stays at its end.
     */
    keepRowInPlace(scroller: Element, row: Element): void {
      isAtEnd = false;
      setAnchor(scroller, row);
    },

    /** From now on, keeps the list at its end, also when messages are added. */
    keepAtEnd(): void {
      isAtEnd = true;
      anchor = null;
    },

    /**
     * Reads the scroll position. Returns how many pixels the reader has scrolled since the last call. With
     * `canStayAtEnd`, a list that is near its end stays at its end when messages are added.
     */
    readPosition(scroller: Element, list: Element, viewRect: DOMRect, canStayAtEnd: boolean): number {
      const movedPx = scroller.scrollTop - scrollTop;
      scrollTop = scroller.scrollTop;
      isAtEnd = canStayAtEnd && scrollTop > -nearEndPx;
      // If the list is exactly at its end, the browser keeps its position by itself. So no anchor row is needed.
      anchor = isAtEnd && scrollTop === 0 ? null : findScrollAnchor(scroller, list, viewRect);
      return movedPx;
    },

    /** Corrects the scroll position after rows have changed, so that the visible messages do not move. */
    restore(scroller: Element, shouldStayAtEnd: boolean): void {
      const wasAtEnd = isAtEnd && shouldStayAtEnd;
      if (wasAtEnd && scrollTop === 0) return;
      // The reader may have scrolled away from the end since the last call of `readPosition`. In that case keep the
      // anchor row's position.
      if (wasAtEnd && scroller.scrollTop > -nearEndPx) {
        scroller.scrollTop = 0;
        scrollTop = 0;
      } else if (anchor?.row.isConnected) {
        const movedPx = rowOffsetInContent(scroller, anchor.row) - anchor.offsetInContentPx;
        // Ignore a movement of less than half a pixel, because browsers round scroll positions to whole pixels.
        if (Math.abs(movedPx) < 0.5) return;
        scroller.scrollTop = findScrollTopBeforeShrink(scroller, scrollTop) + movedPx;
        // Update the stored position. Otherwise `readPosition` would count this correction as scrolling by the reader.
        setAnchor(scroller, anchor.row);
      }
    },
  };
}
