import { useEffect } from "react";
import { useStoreValue } from "../store.ts";
import { shownToastStore } from "../toast.ts";
import { useErrorText } from "./states.tsx";
import styles from "./toast.module.css";

/** How long a toast stays, in milliseconds (docs/rules.md). */
const toastDurationMs = 2000;

/**
 * Shows the toasts. Render it once. Its live region always exists, because screen readers announce only changes of a
 * region.
 */
export function Toasts() {
  const currentToast = useStoreValue(shownToastStore);
  const errorTextOf = useErrorText();
  useEffect(() => {
    if (!currentToast) return;
    const timer = setTimeout(() => shownToastStore.set(null), toastDurationMs);
    return () => clearTimeout(timer);
  }, [currentToast]);
  return (
    <div role="status" aria-live="polite">
      {currentToast && (
        <p key={currentToast.id} className={styles.toast} data-tone={currentToast.tone}>
          {"text" in currentToast ? currentToast.text : errorTextOf(currentToast.error)}
        </p>
      )}
    </div>
  );
}
