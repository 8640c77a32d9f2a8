import { useState } from "react";

/**
 * Whether content must wait before its first appearance. After `isWaiting` was false once, this stays false, so that a
 * placeholder never replaces visible content.
 */
export function useIsFirstLoading(isWaiting: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  if (!isWaiting && !isShown) setIsShown(true);
  return isWaiting && !isShown;
}

/** Whether a query has neither data nor an error yet. A disabled or offline query does not count as waiting. */
export const isFirstLoadPending = ({
  isLoading,
  failureCount,
}: {
  isLoading: boolean;
  failureCount: number;
}) => isLoading && failureCount === 0;
