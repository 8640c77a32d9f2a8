import { useEffect, useRef } from "react";

/**
 * Returns a function that runs the newest `action`, and does nothing once the component is removed. Use it at
 * the end of a request: the reader may have gone to another page and must not be moved away from it.
 */
export function useWhileShown(action: () => void): () => void {
  const newestAction = useRef<(() => void) | null>(null);
  useEffect(() => {
    newestAction.current = action;
    return () => {
      newestAction.current = null;
    };
  });
  return () => newestAction.current?.();
}
