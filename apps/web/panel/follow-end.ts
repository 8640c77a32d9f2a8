import { createElement } from "./elements.ts";

/** The list counts as scrolled to its end if at most this many pixels are below the visible part. */
const endTolerancePx = 80;

/**
 * Keeps a list scrolled to its end, even when a picture grows or a notice makes the list shorter. After the visitor has
 * scrolled up, a button announces new messages and scrolls to them.
 */
export function createAutoScroller(scrollElement: HTMLElement, list: HTMLElement, buttonLabel: string) {
  const button = createElement("button", { type: "button", class: "news" }, buttonLabel);
  button.hidden = true;
  let isAtEnd = true;
  /** The `scrollTop` of the list at the last scroll event, in pixels. */
  let lastScrollTop = 0;

  function scrollToEnd(): void {
    isAtEnd = true;
    button.hidden = true;
    scrollElement.scrollTop = scrollElement.scrollHeight;
    lastScrollTop = scrollElement.scrollTop;
  }
  // Only a visitor who scrolls up leaves the end of the list. If the list has only grown since the last scroll event,
  // it is still followed.
  scrollElement.addEventListener("scroll", () => {
    const isNearEnd =
      scrollElement.scrollHeight - scrollElement.scrollTop - scrollElement.clientHeight < endTolerancePx;
    if (isNearEnd) {
      isAtEnd = true;
      button.hidden = true;
    } else if (scrollElement.scrollTop < lastScrollTop) isAtEnd = false;
    lastScrollTop = scrollElement.scrollTop;
  });
  const resizeObserver = new ResizeObserver(() => {
    if (isAtEnd) scrollToEnd();
  });
  resizeObserver.observe(scrollElement);
  resizeObserver.observe(list);
  button.addEventListener("click", () => {
    scrollToEnd();
    list.focus({ preventScroll: true });
  });

  return {
    button,
    scrollToEnd,
    /**
     * Scrolls to the end after a change of the list, unless the visitor has scrolled up. `hasNewMessages` means that there is
     * a message that the visitor has not seen.
     */
    listChanged(hasNewMessages: boolean): void {
      if (isAtEnd) scrollToEnd();
      else if (hasNewMessages) button.hidden = false;
    },
  };
}
