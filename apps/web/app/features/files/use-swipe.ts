import { type PointerEvent, useRef } from "react";

type Direction = "left" | "right" | "down";

/** Pixels that a finger goes before it means it. */
const minSwipePx = 56;

/** Where a finger led that went `x` to the right and `y` down, in pixels; null where it only touched, or went up. */
export function directionOf(x: number, y: number): Direction | null {
  if (Math.abs(x) > Math.abs(y)) return Math.abs(x) < minSwipePx ? null : x < 0 ? "left" : "right";
  return y < minSwipePx ? null : "down";
}

/**
 * What follows one finger over an element: `--dragged` on it says how far, in pixels, and `onSwipe` is told where it led.
 * A second finger, or a page that is zoomed, is the browser's.
 */
export function useSwipe(onSwipe: (direction: Direction) => void) {
  const from = useRef<{ readonly id: number; readonly x: number; readonly y: number } | null>(null);

  function end(element: HTMLElement): void {
    from.current = null;
    element.style.removeProperty("--dragged");
  }
  return {
    onPointerDown({
      pointerType,
      pointerId,
      isPrimary,
      clientX,
      clientY,
      currentTarget,
    }: PointerEvent<HTMLElement>) {
      if (!isPrimary) end(currentTarget);
      else if (pointerType === "touch" && (visualViewport?.scale ?? 1) === 1)
        from.current = { id: pointerId, x: clientX, y: clientY };
    },
    onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      if (from.current?.id !== pointerId) return;
      const [x, y] = [clientX - from.current.x, clientY - from.current.y];
      const dragged = Math.abs(x) > Math.abs(y) ? `${x}px 0` : `0 ${Math.max(0, y)}px`;
      currentTarget.style.setProperty("--dragged", dragged);
    },
    onPointerUp({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      if (from.current?.id !== pointerId) return;
      const direction = directionOf(clientX - from.current.x, clientY - from.current.y);
      end(currentTarget);
      if (direction) onSwipe(direction);
    },
    onPointerCancel({ currentTarget }: PointerEvent<HTMLElement>) {
      end(currentTarget);
    },
  };
}
