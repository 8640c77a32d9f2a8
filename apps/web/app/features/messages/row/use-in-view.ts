import { type RefObject, useEffect } from "react";

/**
 * If a box is not fully visible, scrolls it to the middle of the window. At the lower edge, the list would count as
 * scrolled to its end and would stay there.
 */
function scrollIntoView(box: Element): void {
  const { top } = box.getBoundingClientRect();
  box.scrollIntoView({ block: "nearest" });
  if (box.getBoundingClientRect().top !== top) box.scrollIntoView({ block: "center" });
}

/**
 * Keeps the box in which a person writes visible: when it appears, and when the window's size changes. On a phone, the
 * keyboard appears a moment after the box gets the focus, and covers half of the window.
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
