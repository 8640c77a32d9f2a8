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
export function useKeptScroll(scrollElementRef: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const isReturnToPage = useNavigationType() === "POP";
  useLayoutEffect(() => {
    const element = scrollElementRef.current;
    if (!element) return;
    if (isReturnToPage) element.scrollTop = scrollTops.get(key) ?? element.scrollTop;
    return () => {
      scrollTops.delete(key);
      scrollTops.set(key, element.scrollTop);
      const [oldestKey] = scrollTops.keys();
      if (scrollTops.size > maximumStoredPositions && oldestKey !== undefined) scrollTops.delete(oldestKey);
    };
  }, [key, isReturnToPage, scrollElementRef]);
}
