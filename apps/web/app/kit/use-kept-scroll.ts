import { type RefObject, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

/** The scroll positions of at most this many history entries are remembered. */
const maximumStoredPositions = 100;
/** The scroll position in pixels, by the key of the history entry. */
const scrollTops = new Map<string, number>();

/**
 * Restores an element's scroll position when the reader comes back to the page by the browser's back or forward
 * button.
 */
export function useKeptScroll(scroller: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (isReturn) element.scrollTop = scrollTops.get(key) ?? element.scrollTop;
    return () => {
      scrollTops.delete(key);
      scrollTops.set(key, element.scrollTop);
      const [oldest] = scrollTops.keys();
      if (scrollTops.size > maximumStoredPositions && oldest !== undefined) scrollTops.delete(oldest);
    };
  }, [key, isReturn, scroller]);
}
