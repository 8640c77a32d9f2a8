import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** Whether React runs the page already. Before React runs, submitting a form would reload the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
