import { type PointerEvent, useRef } from "react";

type SwipeDirection = "left" | "right" | "down";

/** A finger movement of fewer pixels is no swipe. */
const minSwipePx = 56;

/**
 * Returns the direction of a swipe that moved `x` pixels to the right and `y` pixels down. Null for a tap or an upward
 * move.
 */
export function swipeDirectionOf(x: number, y: number): SwipeDirection | null {
  if (Math.abs(x) > Math.abs(y)) return Math.abs(x) < minSwipePx ? null : x < 0 ? "left" : "right";
  return y < minSwipePx ? null : "down";
}

/**
 * Returns event handlers for swiping with one finger. While the finger moves, the element's CSS variable `--dragged` is
 * the movement as a `translate` value. When the finger is lifted, `onSwipe` gets the direction. The browser handles
 * touches with two fingers, and all touches on a zoomed page.
 */
export function useSwipe(onSwipe: (direction: SwipeDirection) => void) {
  const startPoint = useRef<{ readonly id: number; readonly x: number; readonly y: number } | null>(null);

  function endSwipe(element: HTMLElement): void {
    startPoint.current = null;
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
      if (!isPrimary) endSwipe(currentTarget);
      else if (pointerType === "touch" && (visualViewport?.scale ?? 1) === 1)
        startPoint.current = { id: pointerId, x: clientX, y: clientY };
    },
    onPointerMove({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      if (startPoint.current?.id !== pointerId) return;
      const [x, y] = [clientX - startPoint.current.x, clientY - startPoint.current.y];
      const dragOffset = Math.abs(x) > Math.abs(y) ? `${x}px 0` : `0 ${Math.max(0, y)}px`;
      currentTarget.style.setProperty("--dragged", dragOffset);
    },
    onPointerUp({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      if (startPoint.current?.id !== pointerId) return;
      const direction = swipeDirectionOf(clientX - startPoint.current.x, clientY - startPoint.current.y);
      endSwipe(currentTarget);
      if (direction) onSwipe(direction);
    },
    onPointerCancel({ currentTarget }: PointerEvent<HTMLElement>) {
      endSwipe(currentTarget);
    },
  };
}
