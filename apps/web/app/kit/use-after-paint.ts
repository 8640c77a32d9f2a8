import { startTransition, useEffect, useState } from "react";
import { runAfterPaint } from "./after-paint.ts";

/**
 * Returns the newest `value` only after the next frame was painted, and the former value until then. Use it for parts
 * of a page that may change one frame later than the part that was pressed. Unlike `useDeferredValue`, this always
 * paints a frame in between. If `isUrgent` is true, returns the newest value at once.
 */
export function useAfterPaint<T>(value: T, isUrgent = false): T {
  const [paintedValue, setPaintedValue] = useState(value);
  const isCurrent = Object.is(paintedValue, value);
  if (isUrgent && !isCurrent) setPaintedValue(value);
  useEffect(() => {
    if (isCurrent || isUrgent) return;
    return runAfterPaint(() => startTransition(() => setPaintedValue(value)));
  }, [value, isCurrent, isUrgent]);
  return isUrgent ? value : paintedValue;
}
