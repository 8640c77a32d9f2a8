import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Calls `onEscape` when Escape is pressed in the pane that contains `frame`, or when nothing has the focus. An open
 * menu or dialog gets the key instead.
 */
export function useEscapeInPane(frame: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const callOnEscape = useEffectEvent(onEscape);
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.key !== "Escape" || event.isComposing || event.defaultPrevented) return;
      const { target } = event;
      const isInThisPane =
        target === document.body || frame.current?.closest("section")?.contains(target as Node);
      if (isInThisPane) callOnEscape();
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [frame]);
}
