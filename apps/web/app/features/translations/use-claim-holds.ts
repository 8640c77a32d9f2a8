import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import { useEffect, useEffectEvent, useState } from "react";

/**
 * Returns whether a claim of a translation is still valid. A claim expires 15 minutes after its owner's last activity.
 * `onEnd` is called if it expires while the component is mounted.
 */
export function useIsClaimValid(claimedAt: string | null | undefined, onEnd?: () => void): boolean {
  const endsAt = claimedAt ? Date.parse(claimedAt) + claimDurationMs : 0;
  const [isValid, setIsValid] = useState(() => endsAt > Date.now());
  const expireClaim = useEffectEvent(() => {
    setIsValid(false);
    onEnd?.();
  });
  useEffect(() => {
    const remainingMs = endsAt - Date.now();
    setIsValid(remainingMs > 0);
    if (remainingMs <= 0) return;
    const timer = setTimeout(expireClaim, remainingMs);
    return () => clearTimeout(timer);
  }, [endsAt]);
  return isValid;
}
