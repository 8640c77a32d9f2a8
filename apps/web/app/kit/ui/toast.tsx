import { useEffect, useSyncExternalStore } from "react";
import styles from "./toast.module.css";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "error";
}

/** Milliseconds that a toast stays (docs/rules.md). */
const stay = 2000;

let current: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(toast: Toast | null): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** Shows a short message at the bottom; a newer one takes its place. */
export function toast(text: string, tone: Toast["tone"] = "plain"): void {
  show({ id: ++count, text, tone });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts appear: once in a page. The region is always there, so that what enters it is announced. */
export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => show(null), stay);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <p key={shown.id} className={styles.toast} data-tone={shown.tone}>
          {shown.text}
        </p>
      )}
    </div>
  );
}
