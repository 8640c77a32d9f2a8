import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * Returns `value`, but a new value only after the next frame is painted. Use it for parts of a page that may change one
 * frame later than the part that the person acted on. Unlike `useDeferredValue`, it guarantees that a frame is painted
 * in between. With `isUrgent`, it returns the new value at once.
 */
export function useAfterPaint<T>(value: T, isUrgent = false): T {
  const [painted, setPainted] = useState(value);
  const isCurrent = Object.is(painted, value);
  if (isUrgent && !isCurrent) setPainted(value);
  useEffect(() => {
    if (isCurrent || isUrgent) return;
    return afterPaint(() => startTransition(() => setPainted(value)));
  }, [value, isCurrent, isUrgent]);
  return isUrgent ? value : painted;
}
