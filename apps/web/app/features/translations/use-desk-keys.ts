import { useEffect, useEffectEvent } from "react";

/**
 * Calls `onKey` for each key that is pressed on the translators' page. Does nothing while a dialog is open, because
 * dialogs have their own keys.
 */
export function useTranslationPageKeys(onKey: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector("[role=dialog]")) return;
    onKey(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
