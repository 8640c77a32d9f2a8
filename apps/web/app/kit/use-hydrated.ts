import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => undefined;

/** Whether React has hydrated the page. Before that, submitting a form would reload the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
