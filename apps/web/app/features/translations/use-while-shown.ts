import { useEffect, useRef } from "react";

/**
 * Returns a function that runs the newest `action`, and does nothing once the component is not shown any more. For the
 * end of a request: the reader may have gone elsewhere meanwhile and must not be moved away from there.
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
