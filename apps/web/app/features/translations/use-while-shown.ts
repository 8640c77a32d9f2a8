import { useEffect, useRef } from "react";

/**
 * Returns a function that runs the newest `action`, or does nothing after the component was removed. Use it when a
 * request ends: if the reader is on another page by then, the action must not move them from there.
 */
export function useCallbackWhileMounted(action: () => void): () => void {
  const newestAction = useRef<(() => void) | null>(null);
  useEffect(() => {
    newestAction.current = action;
    return () => {
      newestAction.current = null;
    };
  });
  return () => newestAction.current?.();
}
