import { useEffect, useEffectEvent, useRef } from "react";

/** Milliseconds after the last key until a draft is stored. */
const saveDelayMs = 600;

/**
 * Calls `storeDraft` shortly after `content` changes. If the form is left or its page is hidden before that,
 * calls it at once.
 */
export function useAutosave(content: string, storeDraft: () => void): void {
  const storedContent = useRef(content);
  const storeIfChanged = useEffectEvent(() => {
    if (content === storedContent.current) return;
    storedContent.current = content;
    storeDraft();
  });
  useEffect(() => {
    if (content === storedContent.current) return;
    const timer = setTimeout(storeIfChanged, saveDelayMs);
    return () => clearTimeout(timer);
  }, [content]);
  useEffect(() => {
    const storeNow = () => storeIfChanged();
    addEventListener("pagehide", storeNow);
    return () => {
      removeEventListener("pagehide", storeNow);
      storeIfChanged();
    };
  }, []);
}
