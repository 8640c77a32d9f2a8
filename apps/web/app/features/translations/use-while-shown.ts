import { useEffect, useRef } from "react";

/**
 * Returns a function that runs the newest `action`, but only while the component is mounted. Use it after a request,
 * because a late action must not navigate away from another page.
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
