import { useEffect } from "react";
import { useLocation } from "react-router";

/**
 * Calls `close` when the reader goes to another page. Also calls it once after the first rendering, so `close` must do
 * nothing if nothing is open.
 */
export function useCloseOnNavigation(close: () => void): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each new page
  useEffect(close, [pathname]);
}
