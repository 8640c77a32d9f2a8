import { useEffect, useRef } from "react";

/**
 * Returns a function that runs the newest `action`, and does nothing once the component is removed. Use it at
 * the end of a request: the reader may have gone to another page and must not be moved away from it.
 */
export function useWhileShown(action: () => void): () => void {
  const newest = useRef<(() => void) | null>(null);
  useEffect(() => {
    newest.current = action;
    return () => {
      newest.current = null;
    };
  });
  return () => newest.current?.();
}
