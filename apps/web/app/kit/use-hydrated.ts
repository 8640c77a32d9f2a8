import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether React runs the page. Before that, submitting a form would reload the page. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
