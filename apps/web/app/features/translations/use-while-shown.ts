import { useEffect, useRef } from "react";

/**
 * Returns a function that runs the newest `action`, and does nothing once the component is removed. Use it at the end
 * of a request: if the reader has gone to another page by then, the action must not move them away from that page.
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
