import { element } from "./elements.ts";

/** The list counts as scrolled to its end if at most this many pixels are below the visible part. */
const endTolerancePx = 80;

/**
 * Keeps a list scrolled to its end, also when a picture grows or a notice takes some of the list's height. If the
 * visitor has scrolled up, a button says that there are new messages and scrolls to them.
 */
export function createEndFollower(scroller: HTMLElement, list: HTMLElement, label: string) {
  const button = element("button", { type: "button", class: "news" }, label);
  button.hidden = true;
  let isAtEnd = true;
  /** The `scrollTop` of the list at the last scroll event, in pixels. */
  let lastScrollTop = 0;

  function scrollToEnd(): void {
    isAtEnd = true;
    button.hidden = true;
    scroller.scrollTop = scroller.scrollHeight;
    lastScrollTop = scroller.scrollTop;
  }
  // Only scrolling up means that the visitor has left the end of the list. A list that is not at its end may also have
  // grown since the scroll.
  scroller.addEventListener("scroll", () => {
    const isNearEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < endTolerancePx;
    if (isNearEnd) {
      isAtEnd = true;
      button.hidden = true;
    } else if (scroller.scrollTop < lastScrollTop) isAtEnd = false;
    lastScrollTop = scroller.scrollTop;
  });
  const resizeObserver = new ResizeObserver(() => {
    if (isAtEnd) scrollToEnd();
  });
  resizeObserver.observe(scroller);
  resizeObserver.observe(list);
  button.addEventListener("click", () => {
    scrollToEnd();
    list.focus({ preventScroll: true });
  });

  return {
    button,
    scrollToEnd,
    /**
     * Keeps the list at its end. Call this function after the list has changed. `hasNews` means that the list has a
     * message that the visitor has not seen.
     */
    listChanged(hasNews: boolean): void {
      if (isAtEnd) scrollToEnd();
      else if (hasNews) button.hidden = false;
    },
  };
}
