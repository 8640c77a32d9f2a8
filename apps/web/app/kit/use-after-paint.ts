import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";

/**
 * Returns `value`, but a new value only after a frame is painted. Use it for what may follow an input later than the
 * answer that the person waits for. Unlike `useDeferredValue`, it promises the frame in between. `isUrgent` returns the
 * new value at once.
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
