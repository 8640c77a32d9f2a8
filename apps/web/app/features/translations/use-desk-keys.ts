import { useEffect, useEffectEvent } from "react";

/**
 * Calls `onKeyDown` for each key press on the translators' page. Ignores keys while a dialog is open, because dialogs
 * handle them.
 */
export function useTranslatorsPageKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector("[role=dialog]")) return;
    onKeyDown(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
