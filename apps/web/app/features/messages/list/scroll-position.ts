import { type Anchor, anchorIn, offsetIn, scrollTopBeforeShrink } from "./anchor.ts";

/** Within this many pixels of the end, the list counts as at its end. */
export const nearEndPx = 64;

/**
 * Where the reader is in a list, and how they stay there while rows change. The scroll origin is the list's end:
 * `scrollTop` is 0 there and negative above.
 */
export class ScrollPosition {
  /** The row that keeps its position. Null exactly at the end, where nothing has to be corrected. */
  #anchor: Anchor | null = null;
  #isAtEnd: boolean;
  /** As last seen. To read it from the element would force a layout. */
  #scrollTop = 0;

  constructor(isAtEnd: boolean) {
    this.#isAtEnd = isAtEnd;
  }

  get scrollTop(): number {
    return this.#scrollTop;
  }

  /**
   * Looks where the reader is, and returns how many pixels they have scrolled since the last look. With
   * `canStayAtEnd`, a reader near the end stays there.
   */
  update(scroller: Element, list: Element, viewRect: DOMRect, canStayAtEnd: boolean): number {
    const { scrollTop } = scroller;
    const movedPx = scrollTop - this.#scrollTop;
    this.#scrollTop = scrollTop;
    this.#isAtEnd = canStayAtEnd && scrollTop > -nearEndPx;
    // Exactly at the end, spare the search for an anchor.
    this.#anchor = this.#isAtEnd && scrollTop === 0 ? null : anchorIn(scroller, list, viewRect);
    return movedPx;
  }

  /** Corrects the scroll position after rows have changed. */
  restore(scroller: Element, staysAtEnd: boolean): void {
    const heldAnchor = this.#anchor;
    const wasAtEnd = this.#isAtEnd && staysAtEnd;
    if (wasAtEnd && this.#scrollTop === 0) return;
    // The reader may have scrolled away since the last look. Then their position is kept, and not the end.
    if (wasAtEnd && scroller.scrollTop > -nearEndPx) {
      scroller.scrollTop = 0;
      this.#scrollTop = 0;
    } else if (heldAnchor?.row.isConnected) {
      const movedPx = offsetIn(scroller, heldAnchor.row) - heldAnchor.offset;
      // Scroll positions are whole pixels.
      if (Math.abs(movedPx) < 0.5) return;
      scroller.scrollTop = scrollTopBeforeShrink(scroller, this.#scrollTop) + movedPx;
      // The list itself scrolled here, not the reader.
      this.#scrollTop = scroller.scrollTop;
      this.#anchor = { row: heldAnchor.row, offset: offsetIn(scroller, heldAnchor.row) };
    }
  }

  /** From now on, this row keeps its position. */
  hold(scroller: Element, row: Element): void {
    this.#isAtEnd = false;
    this.#scrollTop = scroller.scrollTop;
    this.#anchor = { row, offset: offsetIn(scroller, row) };
  }

  /** From now on, the reader stays at the end. */
  holdEnd(): void {
    this.#isAtEnd = true;
    this.#anchor = null;
  }
}
