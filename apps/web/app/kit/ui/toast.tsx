import { useEffect } from "react";
import { useStore } from "../store.ts";
import { shownToast } from "../toast.ts";
import { useErrorText } from "./states.tsx";
import styles from "./toast.module.css";

/** How long a toast stays, in milliseconds (docs/rules.md). */
const toastMs = 2000;

/**
 * Shows the toasts. Render it once. Its live region always exists, because screen readers announce only changes of a
 * region.
 */
export function Toasts() {
  const currentToast = useStore(shownToast);
  const textOf = useErrorText();
  useEffect(() => {
    if (!currentToast) return;
    const timer = setTimeout(() => shownToast.set(null), toastMs);
    return () => clearTimeout(timer);
  }, [currentToast]);
  return (
    <div role="status" aria-live="polite">
      {currentToast && (
        <p key={currentToast.id} className={styles.toast} data-tone={currentToast.tone}>
          {"text" in currentToast ? currentToast.text : textOf(currentToast.error)}
        </p>
      )}
    </div>
  );
}
