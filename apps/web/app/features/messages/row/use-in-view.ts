import { type RefObject, useEffect } from "react";

/**
 * Scrolls a box that is not fully visible to the middle of the window. If the box were at the lower edge, the list
 * would count as scrolled to its end and would stay there.
 */
function scrollIntoView(box: Element): void {
  const { top } = box.getBoundingClientRect();
  box.scrollIntoView({ block: "nearest" });
  if (box.getBoundingClientRect().top !== top) box.scrollIntoView({ block: "center" });
}

/**
 * Keeps the box visible in which the person writes: when it appears, and when the window's size changes. On a phone,
 * the keyboard appears after the focus and covers half of the window.
 */
export function useKeepInView(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scrollIfFocused = () => {
      if (box.current?.contains(document.activeElement)) scrollIntoView(box.current);
    };
    scrollIfFocused();
    addEventListener("resize", scrollIfFocused);
    visualViewport?.addEventListener("resize", scrollIfFocused);
    return () => {
      removeEventListener("resize", scrollIfFocused);
      visualViewport?.removeEventListener("resize", scrollIfFocused);
    };
  }, [box]);
}
