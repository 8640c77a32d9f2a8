import { type RefObject, useEffect } from "react";

/** Hovering works again after this many milliseconds without a wheel event. */
const pauseMs = 120;

/**
 * Whether the list around this element is being scrolled with the wheel. The browser updates its hover state one frame
 * later.
 */
export const isWheelScrolling = (element: Element): boolean => element.closest("[data-wheeling]") !== null;

/**
 * Disables hovering while the wheel scrolls. `data-wheeling` on the scroller puts a transparent cover over the rows.
 * Without it, each passing row would highlight and handle four events, in a frame that already renders new rows.
 */
export function useNoHoverWhileScrolling(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scrollerElement = scroller.current;
    if (!scrollerElement) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const allowHover = () => {
      clearTimeout(timer);
      delete scrollerElement.dataset.wheeling;
    };
    const onWheel = ({ buttons }: WheelEvent) => {
      // A mouse button is pressed: the reader may be selecting text while the list scrolls. Hovering must stay
      // enabled then.
      if (buttons > 0) return;
      // Setting the attribute again, even to the same value, would recalculate the styles of the page.
      if (scrollerElement.dataset.wheeling === undefined) scrollerElement.dataset.wheeling = "";
      clearTimeout(timer);
      timer = setTimeout(allowHover, pauseMs);
    };
    const onPointerMove = ({ movementX, movementY }: PointerEvent) => {
      // Ignore `pointermove` without movement: browsers also send it when an element moves under a resting pointer.
      if (movementX !== 0 || movementY !== 0) allowHover();
    };
    scrollerElement.addEventListener("wheel", onWheel, { passive: true });
    scrollerElement.addEventListener("pointermove", onPointerMove);
    scrollerElement.addEventListener("pointerdown", allowHover);
    return () => {
      allowHover();
      scrollerElement.removeEventListener("wheel", onWheel);
      scrollerElement.removeEventListener("pointermove", onPointerMove);
      scrollerElement.removeEventListener("pointerdown", allowHover);
    };
  }, [scroller]);
}
