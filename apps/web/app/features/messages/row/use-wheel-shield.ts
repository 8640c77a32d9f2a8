import { type RefObject, useEffect } from "react";

/** Hovering works again after this many milliseconds without a wheel event. */
const pauseMs = 120;

/**
 * Whether the list around this element is being scrolled with the wheel. The browser updates its hover state one frame
 * later.
 */
export const isWheeling = (element: Element): boolean => element.closest("[data-wheeling]") !== null;

/**
 * Disables hovering while the wheel scrolls. `data-wheeling` on the scroller puts a transparent cover over the rows.
 * Without it, each passing row would highlight and handle four events, in a frame that already renders new rows.
 */
export function useWheelShield(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = scroller.current;
    if (!view) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const endWheeling = () => {
      clearTimeout(timer);
      delete view.dataset.wheeling;
    };
    const onWheel = ({ buttons }: WheelEvent) => {
      // A reader who is selecting text continues.
      if (buttons > 0) return;
      // Setting the attribute again, even to the same value, would recalculate the styles of the page.
      if (view.dataset.wheeling === undefined) view.dataset.wheeling = "";
      clearTimeout(timer);
      timer = setTimeout(endWheeling, pauseMs);
    };
    const onPointerMove = ({ movementX, movementY }: PointerEvent) => {
      // Browsers also send events for a resting pointer, when something moves under it.
      if (movementX !== 0 || movementY !== 0) endWheeling();
    };
    view.addEventListener("wheel", onWheel, { passive: true });
    view.addEventListener("pointermove", onPointerMove);
    view.addEventListener("pointerdown", endWheeling);
    return () => {
      endWheeling();
      view.removeEventListener("wheel", onWheel);
      view.removeEventListener("pointermove", onPointerMove);
      view.removeEventListener("pointerdown", endWheeling);
    };
  }, [scroller]);
}
