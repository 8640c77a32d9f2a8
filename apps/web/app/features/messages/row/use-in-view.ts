import { type RefObject, useEffect } from "react";

/**
 * If a box is not fully visible, scrolls it to the middle of the window. With the box at the lower edge, the list would
 * count as scrolled to its end and would stay at its end.
 */
function scrollIntoView(boxElement: Element): void {
  const { top } = boxElement.getBoundingClientRect();
  boxElement.scrollIntoView({ block: "nearest" });
  if (boxElement.getBoundingClientRect().top !== top) boxElement.scrollIntoView({ block: "center" });
}

/**
 * Keeps the box in which a person writes visible: when it appears, and when the window's size changes. On a phone, the
 * keyboard appears a moment after the box gets the focus, and covers half of the window.
 */
export function useKeepInView(boxRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scrollIfFocused = () => {
      if (boxRef.current?.contains(document.activeElement)) scrollIntoView(boxRef.current);
    };
    scrollIfFocused();
    addEventListener("resize", scrollIfFocused);
    visualViewport?.addEventListener("resize", scrollIfFocused);
    return () => {
      removeEventListener("resize", scrollIfFocused);
      visualViewport?.removeEventListener("resize", scrollIfFocused);
    };
  }, [boxRef]);
}
