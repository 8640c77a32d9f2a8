import { type RefObject, useEffect } from "react";

/** Hovering works again after this many milliseconds without a wheel event. */
const hoverPauseMs = 120;

/**
 * Whether the reader is scrolling this element's list with the wheel. Hover code checks this instead of `:hover`,
 * because browsers update `:hover` only in the next frame.
 */
export const isWheelScrolling = (element: Element): boolean => element.closest("[data-wheeling]") !== null;

/**
 * Disables hovering while the wheel scrolls. `data-wheeling` on the scroller puts a transparent cover over the rows.
 * Without the cover, each row that passes under the pointer would be highlighted and handle four events, which slows
 * down scrolling.
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
      // If a mouse button is pressed, leave hovering enabled: the reader may be selecting text while the list scrolls.
      if (buttons > 0) return;
      // Set the attribute only once, because setting even the same value makes the browser compute the page's styles
      // again.
      if (scrollerElement.dataset.wheeling === undefined) scrollerElement.dataset.wheeling = "";
      clearTimeout(timer);
      timer = setTimeout(allowHover, hoverPauseMs);
    };
    const onPointerMove = ({ movementX, movementY }: PointerEvent) => {
      // Ignore a `pointermove` without movement. Browsers send it when an element moves under a resting pointer.
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
