import { type RefObject, useEffect } from "react";

/**
 * If the box is not fully visible, scrolls it to the middle of the window. At the window's edge it would be near the
 * end of the list, and the list would scroll back to its end.
 */
function scrollIntoView(box: Element): void {
  const { top } = box.getBoundingClientRect();
  box.scrollIntoView({ block: "nearest" });
  if (box.getBoundingClientRect().top !== top) box.scrollIntoView({ block: "center" });
}

/**
 * Keeps a box in view while the person writes in it: when it appears, and when the window changes. On a phone the
 * keyboard opens after the focus and covers half of the window.
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
