import { type RefObject, useEffect } from "react";

/** Milliseconds without a turn of the wheel after which the pointer means what it points at again. */
const pauseMs = 120;

/** Whether the wheel turns over what this stands in: the browser tells a frame later that it is not pointed at. */
export const isWheeling = (element: Element): boolean => element.closest("[data-wheeling]") !== null;

/**
 * While the wheel turns, what passes under the pointer is not pointed at: `data-wheeling` on the scroller lays a sheet
 * over what it holds. Each row would light up and go out again, and answer four events, in a frame that draws new ones.
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
      // Who selects a text goes on selecting.
      if (buttons > 0) return;
      // Written anew, even the same would have the page's styles looked at again.
      if (view.dataset.wheeling === undefined) view.dataset.wheeling = "";
      clearTimeout(timer);
      timer = setTimeout(endWheeling, pauseMs);
    };
    const onPointerMove = ({ movementX, movementY }: PointerEvent) => {
      // A browser tells of a pointer that rests too, when something moves under it.
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
