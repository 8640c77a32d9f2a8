import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * Returns `value`, but a new value only after the next frame is painted. Use it for parts of a page that may change one
 * frame later than the part that the person has pressed. Unlike `useDeferredValue`, it guarantees that a frame is
 * painted in between. If `isUrgent` is true, it returns the new value at once.
 */
export function useAfterPaint<T>(value: T, isUrgent = false): T {
  const [paintedValue, setPaintedValue] = useState(value);
  const isCurrent = Object.is(paintedValue, value);
  if (isUrgent && !isCurrent) setPaintedValue(value);
  useEffect(() => {
    if (isCurrent || isUrgent) return;
    return afterPaint(() => startTransition(() => setPaintedValue(value)));
  }, [value, isCurrent, isUrgent]);
  return isUrgent ? value : paintedValue;
}
