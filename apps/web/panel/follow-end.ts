import { element } from "./elements.ts";

/** The visitor is at the end if at most this many pixels are below. */
const atEndPx = 80;

/**
 * Keeps the end of a list in sight while the visitor is there, also when a picture grows or a notice takes some of its
 * height. If they have scrolled up, a button says that new messages came and leads to them.
 */
export function createEndFollower(scroller: HTMLElement, list: HTMLElement, label: string) {
  const button = element("button", { type: "button", class: "news" }, label);
  button.hidden = true;
  let isAtEnd = true;
  /** `scrollTop` at the last scroll, in pixels. */
  let lastScrollTop = 0;

  function goToEnd(): void {
    isAtEnd = true;
    button.hidden = true;
    scroller.scrollTop = scroller.scrollHeight;
    lastScrollTop = scroller.scrollTop;
  }
  // A scroll event may come a frame late, after the list has grown. So being far from the end does not mean that the
  // visitor left it. Only scrolling up does.
  scroller.addEventListener("scroll", () => {
    const isNearEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < atEndPx;
    if (isNearEnd) {
      isAtEnd = true;
      button.hidden = true;
    } else if (scroller.scrollTop < lastScrollTop) isAtEnd = false;
    lastScrollTop = scroller.scrollTop;
  });
  const resizeObserver = new ResizeObserver(() => {
    if (isAtEnd) goToEnd();
  });
  resizeObserver.observe(scroller);
  resizeObserver.observe(list);
  button.addEventListener("click", () => {
    goToEnd();
    list.focus({ preventScroll: true });
  });

  return {
    button,
    goToEnd,
    /**
     * Call this after the list has changed. `hasNews` means that the list has a message that the visitor has not seen.
     */
    listChanged(hasNews: boolean): void {
      if (isAtEnd) goToEnd();
      else if (hasNews) button.hidden = false;
    },
  };
}
