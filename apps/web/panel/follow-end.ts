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

  function goToEnd(): void {
    isAtEnd = true;
    button.hidden = true;
    scroller.scrollTop = scroller.scrollHeight;
  }
  // Only the visitor and `goToEnd` scroll. What grows does not, so it leaves `isAtEnd` as it is.
  scroller.addEventListener("scroll", () => {
    isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < atEndPx;
    if (isAtEnd) button.hidden = true;
  });
  const sizes = new ResizeObserver(() => {
    if (isAtEnd) goToEnd();
  });
  sizes.observe(scroller);
  sizes.observe(list);
  button.addEventListener("click", () => {
    goToEnd();
    list.focus({ preventScroll: true });
  });

  return {
    button,
    goToEnd,
    /** Call this after the list has changed. `hasNews`: it has a message that the visitor has not seen. */
    listChanged(hasNews: boolean): void {
      if (isAtEnd) goToEnd();
      else if (hasNews) button.hidden = false;
    },
  };
}
