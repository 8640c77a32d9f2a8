import { useEffect, useEffectEvent, useRef } from "react";

/** A draft is stored this many milliseconds after the last key press. */
const saveDelayMs = 600;

/**
 * Calls `storeDraft` shortly after `content` has changed. Calls it at once when the form is closed or the page is
 * hidden.
 */
export function useAutosave(content: string, storeDraft: () => void): void {
  const storedContent = useRef(content);
  const storeDraftIfChanged = useEffectEvent(() => {
    if (content === storedContent.current) return;
    storedContent.current = content;
    storeDraft();
  });
  useEffect(() => {
    if (content === storedContent.current) return;
    const timer = setTimeout(storeDraftIfChanged, saveDelayMs);
    return () => clearTimeout(timer);
  }, [content]);
  useEffect(() => {
    const storeDraftNow = () => storeDraftIfChanged();
    addEventListener("pagehide", storeDraftNow);
    return () => {
      removeEventListener("pagehide", storeDraftNow);
      storeDraftIfChanged();
    };
  }, []);
}
