import { useEffect } from "react";
import { useLocation } from "react-router";

/** Closes something when the reader goes to another page. */
export function useClosedElsewhere(close: () => void): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each new page
  useEffect(close, [pathname]);
}
