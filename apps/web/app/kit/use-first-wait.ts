import { useState } from "react";

/**
 * Whether content must still wait before it is shown for the first time. Once `isWaiting` was false, the result stays
 * false, so that shown content is never replaced by a placeholder.
 */
export function useFirstWait(isWaiting: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  if (!isWaiting && !isShown) setIsShown(true);
  return isWaiting && !isShown;
}

/** Whether a query has neither an answer nor an error yet. A query that is switched off or offline is not awaited. */
export const isAwaited = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }) =>
  isLoading && failureCount === 0;
