import { claimDurationMs } from "@kakehashi/contract/translation-claims";
import { useEffect, useEffectEvent, useState } from "react";

/**
 * Returns whether a claim of a translation is still valid. A claim ends 15 minutes after its translator's last
 * activity. `onEnd` is called if that happens while the component is shown.
 */
export function useIsClaimValid(claimedAt: string | null | undefined, onEnd?: () => void): boolean {
  const endsAt = claimedAt ? Date.parse(claimedAt) + claimDurationMs : 0;
  const [isValid, setIsValid] = useState(() => endsAt > Date.now());
  const end = useEffectEvent(() => {
    setIsValid(false);
    onEnd?.();
  });
  useEffect(() => {
    const remainingMs = endsAt - Date.now();
    setIsValid(remainingMs > 0);
    if (remainingMs <= 0) return;
    const timer = setTimeout(end, remainingMs);
    return () => clearTimeout(timer);
  }, [endsAt]);
  return isValid;
}
