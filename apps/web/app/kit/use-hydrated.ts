import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page runs: until then a form would leave by the browser's own way. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
